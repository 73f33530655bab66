set local popagent.now = '2026-03-02 08:30Z';

do $$
declare
    v_daily uuid := task.create_schedule('{"prompt": "Daily", "cron": "0 9 * * *"}', 'UTC');
    v_often uuid := task.create_schedule('{"prompt": "Often", "cron": "*/10 * * * *", "workspace_id": "default"}', 'UTC');
    v_off uuid := task.create_schedule('{"prompt": "Off", "cron": "0 9 * * *", "enabled": false}', 'UTC');
    v_fired text;
begin
    assert not exists (select from task.materialize_due()), 'nothing is due yet';
    perform set_config('popagent.now', '2026-03-02 08:40Z', true);
    assert (select (m.schedule_id, m.due_at, m.outcome)::text from task.materialize_due() m) = (v_often, '2026-03-02 08:40Z'::timestamptz, 'on_time')::text, 'at its minute';
    assert not exists (select from task.materialize_due()), 'once';
    assert (
        select (t.origin, t.schedule_id, t.due_at, t.workspace_id, t.state) = ('schedule', v_often, '2026-03-02 08:40Z'::timestamptz, 'default', 'queued')
        from popagent_agent_tasks t
    ), 'as a task that knows where it comes from';
    assert (select count(*) = 1 from pgqueuer q join popagent_agent_tasks t on q.dedupe_key = 'task:' || t.id), 'with its job';

    -- Nobody was there from 08:55 to 09:10.
    update popagent_agent_tasks set state = 'cancelled', finished_at = public.clock();
    perform set_config('popagent.now', '2026-03-02 09:10Z', true);
    select string_agg(format('%s %s %s', m.schedule_id = v_daily, to_char(m.due_at, 'HH24:MI'), m.outcome), ', ' order by m.due_at) into v_fired
    from task.materialize_due() m;
    assert v_fired = 'f 08:50 late, t 09:00 late', v_fired;
    assert (select s.next_run_at = '2026-03-02 09:20Z' from task.schedules(v_often) s), 'what was missed is one run, and the next is from now';

    -- A week without anybody.
    update popagent_agent_tasks set state = 'cancelled', finished_at = public.clock() where state = 'queued';
    perform set_config('popagent.now', '2026-03-09 09:05Z', true);
    select string_agg(format('%s %s %s', m.schedule_id = v_daily, to_char(m.due_at, 'DD HH24:MI'), m.outcome), ', ' order by m.due_at, m.schedule_id = v_daily) into v_fired
    from task.materialize_due() m;
    assert v_fired = 'f 09 08:10 late, t 09 09:00 late', 'the first within the grace time stands for all: ' || v_fired;
    perform set_config('popagent.now', '2026-03-10 23:00Z', true);
    assert (select m.outcome from task.materialize_due() m where m.schedule_id = v_daily) = 'missed', 'beyond it it is missed, and noted';
    assert not exists (select from popagent_agent_tasks t where t.schedule_id = v_off), 'what is off never runs';
end
$$;
