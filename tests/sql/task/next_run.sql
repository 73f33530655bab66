do $$
begin
    assert task.next_run('0 7 * * 1-5', 'Europe/Lisbon', '2026-07-03 12:00Z') = '2026-07-06 06:00Z', 'on Monday, in the time of the zone';
    assert task.next_run('0 0 29 2 *', 'UTC', '2096-03-01Z') = '2104-02-29 00:00Z', '2100 is no leap year';
    assert task.next_run('0 0 * 2 MON#5', 'UTC', '2026-01-01Z') = '2044-02-29 00:00Z', 'what is rare';
    assert task.next_run('0 0 1 1 *', 'UTC', '2026-01-01Z') = '2027-01-01 00:00Z', 'strictly after';
    assert task.next_run('59 23 L * *', 'Pacific/Kiritimati', '2026-01-15Z') = '2026-01-31 09:59Z', 'the last day, there';
end
$$;
