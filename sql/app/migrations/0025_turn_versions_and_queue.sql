-- Answers in versions, and messages that wait for their turn.

alter table popagent_messages
    add column question_id text,
    add column shown boolean not null default true;

comment on column popagent_messages.question_id is 'Of an answer: the message that it answers. Answers to one question are its versions.';
comment on column popagent_messages.shown is 'False for the versions of an answer that gave way to another; readers and models are given those shown.';

update popagent_messages m
set question_id = e.question_id
from popagent_executions e
where e.id = m.execution_id
and m.role = 'assistant'
and exists (
    select
    from popagent_messages q
    where q.thread_id = m.thread_id
    and q.id = e.question_id
);

alter table popagent_messages
    add constraint questions_answer_nothing check (role = 'assistant' or question_id is null),
    add constraint only_versions_are_hidden check (shown or question_id is not null),
    add constraint answers_stay_with_their_question foreign key (thread_id, question_id)
        references popagent_messages (thread_id, id) on delete cascade;

create index popagent_messages_question_id_idx
on popagent_messages (thread_id, question_id)
where question_id is not null;

create unique index popagent_messages_one_version_shown_idx
on popagent_messages (thread_id, question_id)
where question_id is not null and shown;

-- Attempts at one question; also how the turn of a message that is sent again is found.
create unique index popagent_executions_attempt_idx
on popagent_executions (thread_id, question_id, attempt)
where kind = 'turn';

create table popagent_queued_messages (
    thread_id text not null references popagent_sessions (id) on delete cascade,
    position bigint not null constraint position_is_positive check (position > 0),
    id text not null constraint id_is_an_id check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    parts jsonb not null constraint parts_are_a_list check (jsonb_typeof(parts) = 'array'),
    metadata jsonb not null constraint metadata_is_an_object check (jsonb_typeof(metadata) = 'object'),
    model text not null constraint model_is_not_empty check (model <> ''),
    workspace_id text references popagent_agent_workspaces (id) on delete set null,
    revision bigint not null default 1 constraint revision_is_positive check (revision > 0),
    created_at timestamptz not null default public.clock(),
    primary key (thread_id, position),
    constraint ids_are_unique_in_a_queue unique (thread_id, id)
);

create index popagent_queued_messages_created_at_idx on popagent_queued_messages (created_at);

comment on table popagent_queued_messages is 'Messages that came while a turn ran. Whenever nothing runs in their session the first becomes a message of it.';
comment on column popagent_queued_messages.thread_id is 'Session, whose thread they will join.';
comment on column popagent_queued_messages.position is 'Order within the session''s queue; numbers may be missing.';
comment on column popagent_queued_messages.id is 'Id that its client chose; the message in the thread will carry it.';
comment on column popagent_queued_messages.parts is 'UI-message parts; its owner may change them while it waits.';
comment on column popagent_queued_messages.metadata is 'UI-message metadata.';
comment on column popagent_queued_messages.model is 'Model that will answer, as it was chosen when the message came.';
comment on column popagent_queued_messages.workspace_id is 'Repository that the session works in from this message on; null changes nothing.';
comment on column popagent_queued_messages.revision is 'Rises by one with each change; a stale writer is refused.';
comment on column popagent_queued_messages.created_at is 'When it came.';
