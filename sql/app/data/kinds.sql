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
    (5, 'memory', 'popagent_memories'),
    (6, 'tombstone', 'popagent_memory_tombstones'),
    (7, 'thread', 'popagent_threads'),
    (8, 'session', 'popagent_sessions'),
    (9, 'thread_state', 'popagent_thread_state'),
    (10, 'message', 'popagent_messages'),
    (11, 'execution', 'popagent_executions'),
    (12, 'delegation', 'popagent_executions'),
    (13, 'queued_message', 'popagent_queued_messages')
$$;
