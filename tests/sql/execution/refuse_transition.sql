-- What can become of an execution, whoever writes.
do $$
declare
    v_from text;
    v_to text;
    v_id uuid;
    v_allowed boolean;
    v_states text[] := array['running', 'stopping', 'waiting', 'completed', 'failed', 'stopped', 'interrupted'];
begin
    perform session.open('s', '', null);
    foreach v_from in array v_states loop
        foreach v_to in array v_states loop
            continue when v_from = v_to;
            insert into popagent_executions
                (kind, thread_id, agent_id, state, settings, model, owner, question_id, attempt, error, lease_expires_at, end_reason, finished_at)
            select
                'turn', 's', 'popagent', v_from, '{}', 'model', 'me', v_from, 10 * array_position(v_states, v_from) + array_position(v_states, v_to),
                'It broke.',
                case when v_from in ('running', 'stopping') then now() end,
                case when v_from not in ('running', 'stopping', 'waiting') then 'error' end,
                case when v_from not in ('running', 'stopping', 'waiting') then now() end
            returning id into v_id;
            v_allowed := true;
            begin
                update popagent_executions e
                set
                    state = v_to,
                    lease_expires_at = case when v_to in ('running', 'stopping') then now() end,
                    end_reason = case when v_to not in ('running', 'stopping', 'waiting') then 'error' end,
                    finished_at = case when v_to not in ('running', 'stopping', 'waiting') then now() end
                where e.id = v_id;
            exception when check_violation then
                v_allowed := false;
            end;
            assert v_allowed = (
                v_from = 'running'
                or v_from = 'stopping' and v_to not in ('running', 'waiting')
                or v_from = 'waiting' and v_to in ('running', 'stopped', 'interrupted')
            ), format('%s to %s', v_from, v_to);
            delete from popagent_executions e where e.id = v_id;
        end loop;
    end loop;
end
$$;
