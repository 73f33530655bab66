-- Makes a hook of the columns that are given, last of its event, and returns its id. Gates have ten seconds and block
-- when they fail, observers thirty and do not.
create function hook.create_hook(p_hook jsonb)
returns uuid
language plpgsql
as $$
declare
    v_gate boolean := hook.is_gate(p_hook ->> 'event');
    v_hook public.popagent_hooks := jsonb_populate_record(null::public.popagent_hooks, jsonb_strip_nulls(p_hook));
begin
    v_hook.id := gen_random_uuid();
    v_hook.matcher := regexp_replace(coalesce(v_hook.matcher, ''), '\s', '', 'g');
    v_hook.argv := coalesce(v_hook.argv, '{}');
    v_hook.allow_loopback := coalesce(v_hook.allow_loopback, false);
    v_hook.secret_names := coalesce(v_hook.secret_names, '{}');
    v_hook.timeout_ms := coalesce(v_hook.timeout_ms, case when v_gate then 10000 else 30000 end);
    v_hook.on_failure := coalesce(v_hook.on_failure, case when v_gate then 'block' else 'continue' end);
    v_hook.enabled := coalesce(v_hook.enabled, true);
    v_hook.revision := 1;
    v_hook.created_at := public.clock();
    v_hook.updated_at := public.clock();
    perform hook.refuse_invalid(v_hook);
    select coalesce(max(h.position), 0) + 1 into v_hook.position from public.popagent_hooks h where h.event = v_hook.event;
    insert into public.popagent_hooks select v_hook.*;
    return v_hook.id;
end
$$;
