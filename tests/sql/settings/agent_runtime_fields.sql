-- Each range is the one that the table's constraint holds: its ends can be stored, what lies beyond cannot.
do $$
declare
    v_field record;
    v_value text;
    v_refused boolean;
begin
    assert (
        select array_agg(f.name)
        from settings.agent_runtime_fields() f
    ) = (
        select array_agg(c.column_name::text order by c.ordinal_position)
        from information_schema.columns c
        where c.table_schema = 'public'
        and c.table_name = 'popagent_agent_runtime_settings'
        and c.column_name not in ('singleton', 'revision', 'updated_at')
    ), 'each setting is a field, in the order of the columns';
    assert not exists (
        select
        from settings.agent_runtime_fields() f
        where f.meaning is null or f.seed is null
    ), 'with its meaning and its seed';
    assert (select f.is_text and f.seed = '' from settings.agent_runtime_fields() f where f.name = 'default_model')
        and (select not f.is_text and f.seed = '4' from settings.agent_runtime_fields() f where f.name = 'tool_call_concurrency'),
        'and with its kind';

    for v_field in select f.name, f.lowest, f.highest, f.is_text from settings.agent_runtime_fields() f
    loop
        foreach v_value in array array[v_field.lowest, v_field.highest]::text[]
        loop
            execute format('update popagent_agent_runtime_settings set %I = %L', v_field.name,
                case when v_field.is_text then repeat('x', v_value::integer) else v_value end);
        end loop;
        foreach v_value in array array[v_field.lowest - 1, v_field.highest + 1]::text[]
        loop
            continue when v_field.is_text and v_value::integer < 0;
            v_refused := false;
            begin
                execute format('update popagent_agent_runtime_settings set %I = %L', v_field.name,
                    case when v_field.is_text then repeat('x', v_value::integer) else v_value end);
            exception when check_violation then
                v_refused := true;
            end;
            assert v_refused, format('%s: %s is beyond its range', v_field.name, v_value);
        end loop;
    end loop;
end
$$;
