-- What an export holds: each kind of line in the order of the file, which lets every row find what it refers to,
-- and the table that its rows are of. Whoever adds a table of its owner's adds a line here.
create function data.kinds()
returns table (place integer, kind text, table_name text)
language sql immutable
as $$
values
    (1, 'runtime_settings', 'popagent_agent_runtime_settings'),
    (2, 'embedding_settings', 'popagent_memory_embedding_settings'),
    (3, 'retention_settings', 'popagent_memory_retention_settings'),
    (4, 'workspace', 'popagent_agent_workspaces'),
    (5, 'agent', 'popagent_agents'),
    (6, 'tool_policy', 'popagent_tool_policies'),
    (7, 'skill', 'popagent_agent_skills'),
    (8, 'skill_revision', 'popagent_agent_skill_revisions'),
    (9, 'memory', 'popagent_memories'),
    (10, 'tombstone', 'popagent_memory_tombstones'),
    (11, 'thread', 'popagent_threads'),
    (12, 'session', 'popagent_sessions'),
    (13, 'thread_state', 'popagent_thread_state'),
    (14, 'message', 'popagent_messages'),
    (15, 'attachment', 'popagent_attachments'),
    (16, 'execution', 'popagent_executions'),
    (17, 'delegation', 'popagent_executions'),
    (18, 'tool_approval', 'popagent_tool_approvals'),
    (19, 'skill_activation', 'popagent_skill_activations'),
    (20, 'queued_message', 'popagent_queued_messages'),
    (21, 'task', 'popagent_agent_tasks'),
    (22, 'hook', 'popagent_hooks'),
    (23, 'schedule', 'popagent_agent_schedules'),
    (24, 'notification_settings', 'popagent_notification_settings')
$$;
