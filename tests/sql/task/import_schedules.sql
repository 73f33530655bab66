do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "0 9 * * *"}', 'UTC');
    v_row jsonb := task.described_schedule(task.require_schedule(v_id));
begin
    assert (select i.stored = i.given from task.import_schedules(jsonb_build_array(v_row), true) i), 'the same says nothing new';
    perform task.remove_schedule(v_id);
    assert (select i.stored is null from task.import_schedules(jsonb_build_array(v_row), false) i), 'what is not there';
    assert not exists (select from task.schedules()), 'comparing writes nothing';
    perform task.import_schedules(jsonb_build_array(v_row), true);
    assert (select not s.enabled and s.next_run_at is null from task.schedules(v_id) s), 'it comes in, switched off';
end
$$;
