do $$
begin
    assert task.cron_number('007', 0, '{}') = 7, 'in digits';
    assert task.cron_number('mOn', 0, array['SUN', 'MON']) = 1, 'by name';
    assert task.cron_number('FEB', 1, array['JAN', 'FEB']) = 2, 'from the lowest on';
    assert task.cron_number('XYZ', 1, array['JAN', 'FEB']) is null, 'or not at all';
end
$$;
