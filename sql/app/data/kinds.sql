-- What an export holds: each kind of line in the order of the file, which lets every row find what it refers to,
-- and the table that its rows are of. Whoever adds a table of its owner's adds a line here.
create function data.kinds()
returns table (place integer, kind text, table_name text)
language sql immutable
as $$
values
    (1, 'runtime_settings', 'popagent_agent_runtime_settings'),
    (2, 'embedding_settings', 'popagent_memory_embedding_settings'),
    (3, 'workspace', 'popagent_agent_workspaces'),
    (4, 'agent', 'popagent_agents'),
    (5, 'tool_policy', 'popagent_tool_policies'),
    (6, 'skill', 'popagent_agent_skills'),
    (7, 'skill_revision', 'popagent_agent_skill_revisions'),
    (8, 'memory', 'popagent_memories'),
    (9, 'tombstone', 'popagent_memory_tombstones'),
    (10, 'thread', 'popagent_threads'),
    (11, 'session', 'popagent_sessions'),
    (12, 'thread_state', 'popagent_thread_state'),
    (13, 'message', 'popagent_messages'),
    (14, 'attachment', 'popagent_attachments'),
    (15, 'execution', 'popagent_executions'),
    (16, 'delegation', 'popagent_executions'),
    (17, 'tool_approval', 'popagent_tool_approvals'),
    (18, 'skill_activation', 'popagent_skill_activations'),
    (19, 'queued_message', 'popagent_queued_messages')
$$;
