-- Files that come with messages: text and images, byte for byte as they were given.

create table popagent_attachments (
    id text primary key default replace(gen_random_uuid()::text, '-', '') constraint id_is_an_id check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    thread_id text references popagent_threads (id) on delete cascade,
    name text not null constraint name_fits check (char_length(name) between 1 and 200),
    media_type text not null constraint media_type_is_known check (
        media_type in ('text/plain', 'image/png', 'image/jpeg', 'image/gif', 'image/webp')
    ),
    size_bytes integer not null constraint size_fits check (size_bytes between 1 and 10485760),
    sha256 bytea not null constraint sha256_has_32_bytes check (octet_length(sha256) = 32),
    content bytea not null,
    text_content text constraint text_content_fits check (char_length(text_content) <= 100000),
    created_at timestamptz not null default public.clock(),
    constraint name_is_one_line_and_no_path check (name !~ '[/\\\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
    constraint size_is_that_of_the_content check (size_bytes = octet_length(content)),
    constraint only_text_files_have_text check ((media_type = 'text/plain') = (text_content is not null))
);

create index popagent_attachments_thread_id_idx on popagent_attachments (thread_id, sha256);

create index popagent_attachments_unsent_idx on popagent_attachments (created_at) where thread_id is null;

comment on table popagent_attachments is 'Files that came with messages; the parts of a message name them by their address.';
comment on column popagent_attachments.id is 'Id, unique over all threads; the address of the file ends in it.';
comment on column popagent_attachments.thread_id is 'Thread whose message was sent with it; null until then. What is not sent within a day is removed.';
comment on column popagent_attachments.name is 'Name of the file, without a path.';
comment on column popagent_attachments.media_type is 'What the bytes are, read from them and never taken from a client.';
comment on column popagent_attachments.size_bytes is 'Bytes of the content, at most 10 MiB.';
comment on column popagent_attachments.sha256 is 'Hash of the content; a thread holds the same bytes under the same name once.';
comment on column popagent_attachments.content is 'The file.';
comment on column popagent_attachments.text_content is 'Of a text file, what a model is given: at most 100,000 characters, the cut marked.';
comment on column popagent_attachments.created_at is 'When it was stored.';
