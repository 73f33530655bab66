set local popagent.now = '2026-03-02 10:00Z';

do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "* * * * *", "grace_seconds": 600}', 'UTC');
    v_skips uuid := task.create_schedule('{"prompt": "News", "cron": "* * * * *", "missed": "skip"}', 'UTC');
    v_overlaps uuid := task.create_schedule('{"prompt": "News", "cron": "* * * * *", "overlap": true}', 'UTC');
    v_now timestamptz := public.clock();
begin
    assert task.fire(task.require_schedule(v_skips), v_now - interval '90 seconds', v_now) = 'on_time', 'soon enough';
    assert task.fire(task.require_schedule(v_skips), v_now - interval '91 seconds', v_now) = 'missed', 'one that is not made up for';
    assert task.fire(task.require_schedule(v_id), v_now - interval '601 seconds', v_now) = 'missed', 'one that is too late';
    assert task.fire(task.require_schedule(v_id), v_now - interval '600 seconds', v_now) = 'late', 'one that is made up for';
    assert task.fire(task.require_schedule(v_id), v_now, v_now) = 'overlap', 'one while another is at work';
    assert (select count(*) = 1 from popagent_agent_tasks t where t.schedule_id = v_id), 'which makes no task';
    for v_n in 1..10 loop
        assert task.fire(task.require_schedule(v_overlaps), v_now - v_n * interval '1 second', v_now) = 'on_time', 'unless it may overlap';
    end loop;
    assert task.fire(task.require_schedule(v_overlaps), v_now, v_now) = 'held', 'but not without end';
    assert (select count(*) = 16 from popagent_schedule_runs), 'each due time is noted';
    begin
        perform task.fire(task.require_schedule(v_overlaps), v_now, v_now);
        assert false, 'a due time is decided about once';
    exception when unique_violation then
        null;
    end;
end
$$;
