do $$
begin
    assert task.gap_end('2026-03-08 02:30', 'America/New_York', '-5 hours', '-4 hours') = '2026-03-08 07:00Z', 'right after the gap';
    assert task.gap_end('2026-03-08 02:00', 'America/New_York', '-5 hours', '-4 hours') = '2026-03-08 07:00Z', 'from its beginning';
    assert task.gap_end('2026-03-08 02:59', 'America/New_York', '-5 hours', '-4 hours') = '2026-03-08 07:00Z', 'to its end';
    assert task.gap_end('2011-12-30 12:00', 'Pacific/Apia', '-10 hours', '14 hours') is null, 'a day that was left out is left out';
end
$$;
