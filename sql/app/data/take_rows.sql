-- Compares the rows of one kind with those stored, and with p_write takes in what is not there: in the room they belong to.
create function data.take_rows(p_kind text, p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language sql
as $$
select t.* from settings.import_runtime(p_rows, p_write) t where p_kind = 'runtime_settings'
union all
select t.* from settings.import_embedding(p_rows, p_write) t where p_kind = 'embedding_settings'
union all
select t.* from settings.import_retention(p_rows, p_write) t where p_kind = 'retention_settings'
union all
select t.* from workspace.import_workspaces(p_rows, p_write) t where p_kind = 'workspace'
union all
select t.* from agent.import_agents(p_rows, p_write) t where p_kind = 'agent'
union all
select t.* from agent.import_tool_policies(p_rows, p_write) t where p_kind = 'tool_policy'
union all
select t.* from agent.import_skills(p_rows, p_write) t where p_kind = 'skill'
union all
select t.* from agent.import_skill_revisions(p_rows, p_write) t where p_kind = 'skill_revision'
union all
select t.* from memory.import_memories(p_rows, p_write) t where p_kind = 'memory'
union all
select t.* from memory.import_tombstones(p_rows, p_write) t where p_kind = 'tombstone'
union all
select t.* from thread.import_threads(p_rows, p_write) t where p_kind = 'thread'
union all
select t.* from session.import_sessions(p_rows, p_write) t where p_kind = 'session'
union all
select t.* from thread.import_states(p_rows, p_write) t where p_kind = 'thread_state'
union all
select t.* from thread.import_messages(p_rows, p_write) t where p_kind = 'message'
union all
select t.* from thread.import_attachments(p_rows, p_write) t where p_kind = 'attachment'
union all
select t.* from execution.import_executions(p_rows, p_write) t where p_kind in ('execution', 'delegation')
union all
select t.* from execution.import_tool_approvals(p_rows, p_write) t where p_kind = 'tool_approval'
union all
select t.* from execution.import_skill_activations(p_rows, p_write) t where p_kind = 'skill_activation'
union all
select t.* from execution.import_queued(p_rows, p_write) t where p_kind = 'queued_message'
union all
select t.* from task.import_tasks(p_rows, p_write) t where p_kind = 'task'
union all
select t.* from hook.import_hooks(p_rows, p_write) t where p_kind = 'hook'
union all
select t.* from task.import_schedules(p_rows, p_write) t where p_kind = 'schedule'
union all
select t.* from settings.import_notification(p_rows, p_write) t where p_kind = 'notification_settings'
$$;
