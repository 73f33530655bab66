do $$
begin
    delete from popagent_tool_policies;
    insert into popagent_tool_policies values ('shell', 'never', now()), ('browse', 'ask', now());
    assert (select array_agg(e.key #>> '{}') = array['browse', 'shell'] from agent.export_tool_policies(null, 9) e), 'in the order of the tools';
    assert (select e.described = to_jsonb(p) from agent.export_tool_policies('"browse"', 9) e, popagent_tool_policies p where p.tool = 'shell'), 'a page after a key';
end
$$;
