do $$
begin
    set local popagent.now = '2026-12-01 08:00+00';
    assert job.claim_chore('sweep', '1 day'), 'a chore that never ran is claimed';
    assert not job.claim_chore('sweep', '1 day'), 'a claimed chore is not claimed again';
    assert job.claim_chore('dust', '1 day'), 'chores are claimed independently';
    perform job.finish_chore('sweep', '{"rows": 3}');
    set local popagent.now = '2026-12-02 07:59:59+00';
    assert not job.claim_chore('sweep', '1 day'), 'not before its period has passed';
    set local popagent.now = '2026-12-02 08:00+00';
    assert job.claim_chore('sweep', '1 day'), 'claimed when its period has passed';
    assert (select finished_at is null and result is null from popagent_chores where name = 'sweep'),
        'a new run begins without the result of the last';
end
$$;
