do $$
declare
    v_detail jsonb;
begin
    set local popagent.now = '2026-06-01 12:00+00';
    perform memory.retain('a', 's', 'n' || n, 'x', clock() - n * interval '1 day') from generate_series(1, 20) n;
    update popagent_memory_retention_settings set episode_days = 10, episodes_kept = 4;
    begin
        perform memory.prune_now(15);
        assert false, 'another number than was shown is refused';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_detail = pg_exception_detail;
        assert v_detail = '{"count": 16}', v_detail::text;
    end;
    assert (select count(*) from memory.episodes) = 20 and not exists (select from job.chores), 'then nothing is deleted';
    assert (select (p.expired, p.surplus) = (10, 6) from memory.prune_now(16) p), 'the number that was shown goes';
    assert (select count(*) from memory.episodes) = 4;
    assert (select c.finished_at is not null and c.result = '{"expired": 10, "surplus": 6}' from job.chore('memory-prune') c),
        'it is noted as the last run';
    assert not job.claim_chore('memory-prune', '1 day'), 'so that the daily one waits for its day';
end
$$;
