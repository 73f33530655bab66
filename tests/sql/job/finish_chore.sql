do $$
begin
    set local popagent.now = '2026-12-01 08:00+00';
    perform job.claim_chore('sweep', '1 day');
    perform job.finish_chore('sweep', '{"rows": 3}');
    assert (select c.result = '{"rows": 3}' and c.finished_at = '2026-12-01 08:00+00' from job.chores c where c.name = 'sweep'),
        'the result stands where an owner looks';
    perform job.finish_chore('unknown', '{}');
    assert not exists (select from job.chores c where c.name = 'unknown'), 'what was not claimed is not noted';
end
$$;
