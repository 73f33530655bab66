-- The rows of one kind after a key, as their rooms describe them.
create function data.rows_after(p_kind text, p_after jsonb, p_limit integer)
returns table (key jsonb, described jsonb)
language sql stable
as $$
select 'true'::jsonb, r.described from settings.export_runtime() r where p_kind = 'runtime_settings' and p_after is null
union all
select 'true'::jsonb, r.described from settings.export_embedding() r where p_kind = 'embedding_settings' and p_after is null
union all
select 'true'::jsonb, r.described from settings.export_retention() r where p_kind = 'retention_settings' and p_after is null
union all
select r.key, r.described from workspace.export_workspaces(p_after, p_limit) r where p_kind = 'workspace'
union all
select r.key, r.described from agent.export_agents(p_after, p_limit) r where p_kind = 'agent'
union all
select r.key, r.described from agent.export_tool_policies(p_after, p_limit) r where p_kind = 'tool_policy'
union all
select r.key, r.described from agent.export_skills(p_after, p_limit) r where p_kind = 'skill'
union all
select r.key, r.described from agent.export_skill_revisions(p_after, p_limit) r where p_kind = 'skill_revision'
union all
select r.key, r.described from memory.export_memories(p_after, p_limit) r where p_kind = 'memory'
union all
select r.key, r.described from memory.export_tombstones(p_after, p_limit) r where p_kind = 'tombstone'
union all
select r.key, r.described from thread.export_threads(p_after, p_limit) r where p_kind = 'thread'
union all
select r.key, r.described from session.export_sessions(p_after, p_limit) r where p_kind = 'session'
union all
select r.key, r.described from thread.export_states(p_after, p_limit) r where p_kind = 'thread_state'
union all
select r.key, r.described from thread.export_messages(p_after, p_limit) r where p_kind = 'message'
union all
select r.key, r.described from thread.export_attachments(p_after, p_limit) r where p_kind = 'attachment'
union all
select r.key, r.described from execution.export_executions(false, p_after, p_limit) r where p_kind = 'execution'
union all
select r.key, r.described from execution.export_executions(true, p_after, p_limit) r where p_kind = 'delegation'
union all
select r.key, r.described from execution.export_tool_approvals(p_after, p_limit) r where p_kind = 'tool_approval'
union all
select r.key, r.described from execution.export_skill_activations(p_after, p_limit) r where p_kind = 'skill_activation'
union all
select r.key, r.described from execution.export_queued(p_after, p_limit) r where p_kind = 'queued_message'
union all
select r.key, r.described from task.export_tasks(p_after, p_limit) r where p_kind = 'task'
union all
select r.key, r.described from hook.export_hooks(p_after, p_limit) r where p_kind = 'hook'
union all
select r.key, r.described from task.export_schedules(p_after, p_limit) r where p_kind = 'schedule'
union all
select 'true'::jsonb, r.described from settings.export_notification() r where p_kind = 'notification_settings' and p_after is null
$$;
