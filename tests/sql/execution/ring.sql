-- That it is heard is shown by tests/web/test_bell.py; here, what it hangs on.
do $$
declare
    v_seen text;
begin
    select string_agg(format('%s: %s', t.tgrelid::regclass, t.tgname), ', ' order by t.tgname) into v_seen
    from pg_trigger t
    where t.tgfoid = 'execution.ring'::regproc;
    assert v_seen = 'popagent_executions: a_beginning_rings, popagent_executions: a_change_of_state_rings, '
        'popagent_queued_messages: a_change_of_the_queue_rings', v_seen;
end
$$;
