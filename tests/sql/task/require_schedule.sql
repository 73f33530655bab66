do $$
declare
    v_id uuid := task.create_schedule('{"prompt": "News", "cron": "0 7 * * *"}', 'UTC');
    v_hint text;
begin
    assert (task.require_schedule(v_id)).prompt = 'News' and (task.require_schedule(v_id, 1)).id = v_id, 'it is there';
    begin
        perform task.require_schedule(v_id, 2);
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'revision_conflict', 'at another revision it is refused';
    begin
        perform task.require_schedule(gen_random_uuid());
    exception when sqlstate 'PT404' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'schedule_not_found', 'so is one that is not there';
end
$$;
