do $$
begin
    assert (
        select bool_and(cardinality(regexp_split_to_array(task.cron_macro(x.name), ' ')) = 5)
        from unnest(array['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']) as x (name)
    ), 'five fields each';
    assert task.cron_macro('@DAILY') is null and task.cron_macro('@reboot') is null, 'and no others';
end
$$;
