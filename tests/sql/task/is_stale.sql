set local popagent.now = '2026-03-01 12:00+00';
update popagent_agent_runtime_settings set background_stale_after_seconds = 60;
do $$
begin
    assert not task.is_stale('2026-03-01 11:59+00'), 'a minute is not too old yet';
    assert task.is_stale('2026-03-01 11:58:59+00'), 'more is';
end
$$;
