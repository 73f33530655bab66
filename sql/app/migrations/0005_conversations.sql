-- Threads (what a model is given), messages, and the sessions under which their owner sees them.

create table popagent_threads (
    id text primary key constraint id_is_an_id check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    kind text not null constraint kind_is_known check (kind in ('chat', 'task', 'delegation')),
    resource_id text not null constraint resource_id_is_not_empty check (resource_id <> ''),
    created_at timestamptz not null default public.clock()
);

comment on table popagent_threads is 'Exact message histories: of a session, of a task, of a delegation.';
comment on column popagent_threads.id is 'Id; a chat thread has the id of its session.';
comment on column popagent_threads.kind is 'chat, task or delegation.';
comment on column popagent_threads.resource_id is 'Owner of the thread and of the memories it may read.';
comment on column popagent_threads.created_at is 'When it began.';

create table popagent_messages (
    thread_id text not null references popagent_threads (id) on delete cascade,
    position bigint not null constraint position_is_positive check (position > 0),
    id text not null constraint id_is_an_id check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    role text not null constraint role_is_known check (role in ('user', 'assistant')),
    parts jsonb not null constraint parts_are_a_list check (jsonb_typeof(parts) = 'array'),
    metadata jsonb not null constraint metadata_is_an_object check (jsonb_typeof(metadata) = 'object'),
    execution_id uuid not null,
    created_at timestamptz not null default public.clock(),
    primary key (thread_id, position),
    constraint ids_are_unique_in_a_thread unique (thread_id, id)
);

create index popagent_messages_execution_id_idx on popagent_messages (execution_id);

comment on table popagent_messages is 'Messages of threads: what the owner sees is stored, what a model is given is derived from it.';
comment on column popagent_messages.thread_id is 'Thread.';
comment on column popagent_messages.position is 'Order within the thread, from 1.';
comment on column popagent_messages.id is 'Id, unique within the thread; a user message carries the id its client chose.';
comment on column popagent_messages.role is 'user or assistant.';
comment on column popagent_messages.parts is 'UI-message parts: text, reasoning, tool calls with their results, data.';
comment on column popagent_messages.metadata is 'UI-message metadata; custom holds turnId, traceId and usage.';
comment on column popagent_messages.execution_id is 'Execution that the message began or ended.';
comment on column popagent_messages.created_at is 'When it was stored.';

create table popagent_sessions (
    id text primary key references popagent_threads (id) on delete cascade,
    title text not null constraint title_fits check (char_length(title) <= 200),
    title_locked boolean not null default false,
    workspace_id text not null references popagent_agent_workspaces (id),
    metadata jsonb not null default '{}' constraint metadata_is_an_object check (jsonb_typeof(metadata) = 'object'),
    feedback jsonb not null default '{}' constraint feedback_is_an_object check (jsonb_typeof(feedback) = 'object'),
    revision bigint not null default 1 constraint revision_is_positive check (revision > 0),
    created_at timestamptz not null default public.clock(),
    updated_at timestamptz not null default public.clock(),
    archived_at timestamptz
);

create index popagent_sessions_updated_at_idx on popagent_sessions (updated_at desc, id desc);

create index popagent_sessions_workspace_id_idx on popagent_sessions (workspace_id, updated_at desc, id desc);

comment on table popagent_sessions is 'Chats as their owner sees them; the messages are those of the thread with the same id.';
comment on column popagent_sessions.id is 'Id, the same as that of its thread.';
comment on column popagent_sessions.title is 'Title; empty until the first message names it.';
comment on column popagent_sessions.title_locked is 'True once the owner named it; no automatic title replaces that.';
comment on column popagent_sessions.workspace_id is 'Repository that its turns work in.';
comment on column popagent_sessions.metadata is 'Display metadata of clients, kept as given.';
comment on column popagent_sessions.feedback is 'The owner''s marks on answers, by trace id.';
comment on column popagent_sessions.revision is 'Rises by one with each write, a finished turn included; a stale writer is refused.';
comment on column popagent_sessions.created_at is 'When it was made.';
comment on column popagent_sessions.updated_at is 'When it last changed.';
comment on column popagent_sessions.archived_at is 'When it was archived; null while it is active.';
