do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "0 9 * * *"}', 'UTC');
    v_told jsonb := task.described_schedule(task.require_schedule(v_id));
begin
    assert v_told ->> 'enabled' = 'false' and not v_told ? 'next_run_at' and v_told ->> 'cron' = '0 9 * * *', 'as a copy finds it: switched off';
end
$$;
