do $$
begin
    perform task.create_schedule('{"prompt": "News", "cron": "0 9 * * *"}', 'UTC') from generate_series(1, 3);
    assert (select count(*) = 2 from task.export_schedules(null, 2)), 'a page';
    assert (
        select count(*) = 1
        from task.export_schedules((select e.key from task.export_schedules(null, 2) e order by e.key desc limit 1), 10)
    ), 'and what is after it';
end
$$;
