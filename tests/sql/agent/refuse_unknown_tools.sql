do $$
declare
    v_message text;
begin
    update popagent_agents set tools = array['remember', 'fromLater'] where id = 'reviewer';
    perform agent.refuse_unknown_tools('reviewer', null, array['remember']);
    perform agent.refuse_unknown_tools('reviewer', array['remember', 'fromLater'], array['remember']);
    perform agent.refuse_unknown_tools('reviewer', array['anything'], null);
    begin
        perform agent.refuse_unknown_tools('reviewer', array['remember', 'typo', 'fromLater', 'other'], array['remember']);
        assert false, 'a new unknown name is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_message = message_text;
        assert v_message = 'There is no tool called typo, other.', v_message;
    end;
    begin
        perform agent.refuse_unknown_tools('researcher', array['fromLater'], array['remember']);
        assert false, 'what another row names is no excuse';
    exception when sqlstate 'PT422' then null;
    end;
end
$$;
