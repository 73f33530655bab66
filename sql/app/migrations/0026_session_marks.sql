-- What an owner marks a session with (pinned, temporary), where it came from, and what a page keeps of a thread.

alter table popagent_sessions
add column pinned_at timestamptz,
add column temporary boolean not null default false,
add column title_generated boolean not null default false,
add column forked_from text constraint forked_from_is_an_id check (forked_from ~ '^[A-Za-z0-9_-]{1,64}$'),
add constraint temporary_sessions_are_neither_pinned_nor_archived
check (not temporary or (pinned_at is null and archived_at is null));

create index popagent_sessions_pinned_idx on popagent_sessions (updated_at desc, id desc)
where pinned_at is not null;

create index popagent_sessions_temporary_idx on popagent_sessions (updated_at)
where temporary;

comment on column popagent_sessions.pinned_at is 'When it was pinned above the others; null while it is not.';
comment on column popagent_sessions.temporary is 'True of a chat that reads memory, writes none, and goes when it ends or a day after its last change.';
comment on column popagent_sessions.title_generated is 'True once a model named it; a title made of the question''s first words is not that.';
comment on column popagent_sessions.forked_from is 'Id of the session that it began as a copy of, which may be gone by now.';

create table popagent_thread_state (
    thread_id text primary key references popagent_threads (id) on delete cascade,
    draft text not null default '' constraint draft_fits check (octet_length(draft) <= 1000000),
    draft_id text constraint draft_id_is_an_id check (draft_id ~ '^[A-Za-z0-9_-]{1,64}$'),
    sent_id text constraint sent_id_is_an_id check (sent_id ~ '^[A-Za-z0-9_-]{1,64}$'),
    read_position bigint not null default 0 constraint read_position_is_not_negative check (read_position >= 0),
    updated_at timestamptz not null default public.clock()
);

comment on table popagent_thread_state is 'What a page keeps of a thread beside its messages: the text not sent yet, and how far its owner has read.';
comment on column popagent_thread_state.thread_id is 'Thread.';
comment on column popagent_thread_state.draft is 'Text in the box that is not sent yet; empty when there is none.';
comment on column popagent_thread_state.draft_id is 'Id of the message that the draft will be, when its writer said so.';
comment on column popagent_thread_state.sent_id is 'Id of the message that was sent last; a save that comes late and names it is not kept.';
comment on column popagent_thread_state.read_position is 'Position of the last message that its owner has seen; 0 before any.';
comment on column popagent_thread_state.updated_at is 'When the draft last changed.';
