-- Decides for all agents how a tool may be used: always, ask (only after the owner agreed) or never.
create function agent.set_tool_policy(p_tool text, p_policy text)
returns void
language plpgsql
as $$
begin
    if p_tool is null or p_tool !~ '^[A-Za-z][A-Za-z0-9_]{0,63}$' then
        raise sqlstate 'PT422' using message = 'This is not the name of a tool.', hint = 'out_of_range';
    elsif p_policy is null or p_policy not in ('always', 'ask', 'never') then
        raise sqlstate 'PT422' using message = 'policy: always, ask or never is needed', hint = 'out_of_range';
    end if;
    insert into public.popagent_tool_policies as p (tool, policy, updated_at)
    values (p_tool, p_policy, public.clock())
    on conflict (tool) do update
    set policy = excluded.policy, updated_at = excluded.updated_at
    where p.policy <> excluded.policy;
end
$$;
