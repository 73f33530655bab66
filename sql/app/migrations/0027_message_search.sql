-- What the search over chats looks through: the terms of every message that is shown, and of every title.
-- They stand in a table of their own: it is narrow, so that what is found by many is still found fast, and
-- indexing anew leaves the messages alone.

create table popagent_thread_search (
    thread_id text not null references popagent_threads (id) on delete cascade,
    position bigint,
    created_at timestamptz not null,
    search tsvector,
    terms_version integer not null default 0,
    constraint a_message_and_a_title_stand_once unique nulls not distinct (thread_id, position),
    constraint terms_have_a_version check ((search is null) = (terms_version = 0)),
    foreign key (thread_id, position) references popagent_messages (thread_id, position) on delete cascade
);

create index popagent_thread_search_search_idx on popagent_thread_search using gin (search)
    with (gin_pending_list_limit = 512);

create index popagent_thread_search_terms_version_idx on popagent_thread_search (terms_version, created_at);

comment on table popagent_thread_search is 'What the search over chats looks through: messages that are shown, and titles; written by triggers on both.';
comment on column popagent_thread_search.thread_id is 'Thread; that of a chat has the id of its session.';
comment on column popagent_thread_search.position is 'Position of the message; null for the title.';
comment on column popagent_thread_search.created_at is 'When the message was stored, or the session made.';
comment on column popagent_thread_search.search is 'Terms of the text as text.search_terms() gives them; null while it waits to be indexed.';
comment on column popagent_thread_search.terms_version is 'By which text.search_version() they were made; 0 while they wait. Older ones are made anew in the background.';

insert into popagent_thread_search (thread_id, position, created_at)
select m.thread_id, m.position, m.created_at
from popagent_messages m
join popagent_threads t on t.id = m.thread_id
where t.kind = 'chat'
and m.shown;

insert into popagent_thread_search (thread_id, created_at)
select s.id, s.created_at
from popagent_sessions s;
