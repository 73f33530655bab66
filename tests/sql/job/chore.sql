do $$
begin
    assert not exists (select from job.chore('sweep')), 'what never ran has no last run';
    set local popagent.now = '2026-12-01 08:00+00';
    perform job.claim_chore('sweep', '1 day');
    assert (select c.started_at = '2026-12-01 08:00+00' and c.finished_at is null and c.result is null from job.chore('sweep') c), 'one that runs has no end';
    perform job.finish_chore('sweep', '{"rows": 3}');
    assert (select c.finished_at = '2026-12-01 08:00+00' and c.result = '{"rows": 3}' from job.chore('sweep') c), 'one that ended says what it did';
end
$$;
