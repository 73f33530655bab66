do $$
declare
    v_statement text;
    v_hint text;
begin
    perform hook.record(gen_random_uuid(), gen_random_uuid(), 1, 'Stop', 'ok', 1, 1, 1);
    for v_statement in
        values ('update popagent_hook_runs set outcome = ''ok'''), ('delete from popagent_hook_runs'), ('truncate popagent_hook_runs')
    loop
        v_hint := null;
        begin
            execute v_statement;
        exception when sqlstate 'PT409' then
            get stacked diagnostics v_hint = pg_exception_hint;
        end;
        assert v_hint = 'append_only', v_statement;
    end loop;
end
$$;
