do $$
begin
    assert task.run_on('2026-01-15', array[4, 9], array[0, 30], false, 'UTC', '2026-01-14 10:00Z') = '2026-01-15 04:00Z', 'the first of the date';
    assert task.run_on('2026-01-15', array[4, 9], array[0, 30], false, 'UTC', '2026-01-15 04:00Z') = '2026-01-15 04:30Z', 'strictly after';
    assert task.run_on('2026-01-15', array[4, 9], array[0, 30], false, 'UTC', '2026-01-15 04:30:59Z') = '2026-01-15 09:00Z', 'in the next hour';
    assert task.run_on('2026-01-15', array[4, 9], array[0, 30], false, 'UTC', '2026-01-15 09:30Z') is null, 'or not on it';
    assert task.run_on('2026-10-25', array[2], array[30], false, 'Europe/Berlin', '2026-10-25 00:00Z') = '2026-10-25 00:30Z', 'what comes twice runs the first time';
    assert task.run_on('2026-10-25', array[2], array[30], false, 'Europe/Berlin', '2026-10-25 00:30Z') is null, 'and not again';
    assert task.run_on('2026-10-25', array[2], array[30], true, 'Europe/Berlin', '2026-10-25 00:30Z') = '2026-10-25 01:30Z', 'unless it follows the clock';
    assert task.run_on('2026-03-29', array[2], array[30], false, 'Europe/Berlin', '2026-03-29 00:00Z') = '2026-03-29 01:00Z', 'what is left out runs after the gap';
    assert task.run_on('2026-03-29', array[2], array[30], true, 'Europe/Berlin', '2026-03-29 00:00Z') is null, 'unless it follows the clock';
end
$$;
