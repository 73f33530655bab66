do $$
begin
    assert task.zone_of('Europe/Lisbon') = 'Europe/Lisbon' and task.zone_of('UTC') = 'UTC', 'names are what they are';
    assert (
        select bool_and(task.next_run('0 12 * * *', z.name, '2026-07-01 00:00Z') = z.due)
        from (values
            ('CET', '2026-07-01 10:00Z'::timestamptz), ('MET', '2026-07-01 10:00Z'), ('EET', '2026-07-01 09:00Z'), ('WET', '2026-07-01 11:00Z')
        ) z (name, due)
    ), 'those that PostgreSQL takes for abbreviations change their clock in summer';
end
$$;
