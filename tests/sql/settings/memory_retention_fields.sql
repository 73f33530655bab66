do $$
declare
    v_field record;
    v_value bigint;
begin
    assert (select array_agg(f.name) from settings.memory_retention_fields() f) = array['episode_days', 'episodes_kept'], 'each in the order of the table';
    for v_field in select * from settings.memory_retention_fields() loop
        assert v_field.meaning like '%.', 'each says what it means';
        foreach v_value in array array[v_field.lowest - 1, v_field.highest + 1] loop
            begin
                execute format('update popagent_memory_retention_settings set %I = %s', v_field.name, v_value);
                assert false, format('%s of %s must not be stored', v_field.name, v_value);
            exception when check_violation then
                null;
            end;
        end loop;
        execute format('update popagent_memory_retention_settings set %I = %s', v_field.name, v_field.lowest);
        execute format('update popagent_memory_retention_settings set %I = %s', v_field.name, v_field.highest);
    end loop;
end
$$;
