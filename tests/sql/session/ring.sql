-- That it is heard is shown by tests/web/test_bell.py; here, what it hangs on.
do $$
declare
    v_seen text;
begin
    select string_agg(format('%s: %s', t.tgrelid::regclass, t.tgname), ', ' order by t.tgname) into v_seen
    from pg_trigger t
    where t.tgfoid = 'session.ring'::regproc;
    assert v_seen = 'popagent_sessions: a_change_rings', v_seen;
end
$$;
