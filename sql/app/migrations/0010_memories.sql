-- Long-term memory: what is remembered, the words by which it is found, and what must not come back.
-- The functions here are those that generated columns need: in public, with a fixed search path and
-- every name qualified, so that a dump restores the columns. Everything else lives in the code schemas.

create text search configuration public.popagent_words (parser = pg_catalog."default");

alter text search configuration public.popagent_words
    add mapping for asciiword, word with pg_catalog.english_stem;

alter text search configuration public.popagent_words
    add mapping for numword, int, uint, float, sfloat, version with pg_catalog.simple;

comment on text search configuration public.popagent_words is
    'Words of folded text: English ones stemmed and without stop words, all others and numbers as they stand.';

create function public.popagent_fold(p_text text)
returns text
language sql immutable strict parallel safe
set search_path = pg_catalog
as $$
select case
    when octet_length(f.words) <= 2046 then f.words
    else regexp_replace(f.words, '(\S{64})\S+', '\1', 'g')
end
from (select left(p_text, 100000) as cut offset 0) t
cross join lateral (
    select regexp_replace(
        lower(case
            when octet_length(t.cut) = char_length(t.cut) then t.cut
            else public.unaccent('public.unaccent', normalize(
                translate(
                    regexp_replace(
                        normalize(t.cut, nfkd),
                        '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]',
                        '', 'g'),
                    U&'\0649\0629\0671', U&'\064a\0647\0627'),
                nfkc))
        end),
        '[!-/:-@[-`{-~]', ' ', 'g') as words
    offset 0
) f
$$;

comment on function public.popagent_fold(text) is
    'Text as it is compared: lower case, without accents and vowel points, compatibility forms unified, ASCII punctuation as blanks. A text counts with its first 100,000 characters; in a long one words are cut at 64, for longer ones than 2 KB could not be indexed.';

create function public.popagent_words(p_text text)
returns tsvector
language sql immutable strict parallel safe
set search_path = pg_catalog
as $$
select to_tsvector(
    'public.popagent_words'::regconfig,
    regexp_replace(
        public.popagent_fold(p_text),
        '[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u303f\u3040-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+',
        ' ', 'g'))
$$;

comment on function public.popagent_words(text) is
    'The words of a text, folded and stemmed. Scripts written without blanks are left out; memory.terms() adds their character n-grams.';

create function public.popagent_sha256(p_text text)
returns bytea
language sql immutable strict parallel safe
set search_path = pg_catalog
as $$
select sha256(convert_to(p_text, 'UTF8'))
$$;

comment on function public.popagent_sha256(text) is 'SHA-256 of a text in UTF-8.';

create function public.popagent_same(p_text text)
returns bytea
language sql immutable strict parallel safe
set search_path = pg_catalog
as $$
select public.popagent_sha256(
    regexp_replace(regexp_replace(lower(normalize(p_text, nfkc)), '\s+', ' ', 'g'), '^[\s"''.,;:!?]+|[\s"''.,;:!?]+$', '', 'g'))
$$;

comment on function public.popagent_same(text) is
    'Hash of a text without case, spacing and punctuation at its ends: two facts with the same one say the same.';

create table popagent_memories (
    id uuid primary key default gen_random_uuid(),
    seq bigint generated always as identity,
    resource_id text not null,
    session_id text,
    kind text not null,
    key text,
    content text not null,
    content_sha256 bytea not null generated always as (public.popagent_sha256(content)) stored,
    folded_sha256 bytea not null generated always as (public.popagent_same(content)) stored,
    search tsvector not null generated always as (
        public.popagent_words(
            case
                when kind = 'episode' then regexp_replace(content, '^User: |\nAssistant: ', ' ', 'g')
                else coalesce(key || ' ', '') || content
            end)
    ) stored,
    importance double precision not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_accessed_at timestamptz,
    access_count bigint not null default 0,
    revision bigint not null default 1,
    superseded_at timestamptz,
    superseded_by uuid,
    constraint kind_is_fact_or_episode check (kind in ('fact', 'episode')),
    constraint resource_id_is_not_empty check (resource_id <> ''),
    constraint episodes_have_no_key check (kind = 'fact' or key is null),
    constraint keys_have_1_to_128_characters check (char_length(key) between 1 and 128),
    constraint content_is_not_blank check (content ~ '\S'),
    constraint facts_have_at_most_2000_characters check (kind = 'episode' or char_length(content) <= 2000),
    constraint episodes_have_at_most_12100_characters check (kind = 'fact' or char_length(content) <= 12100),
    constraint importance_is_between_0_and_1 check (importance between 0 and 1),
    constraint episodes_are_never_superseded check (kind = 'fact' or superseded_at is null),
    constraint superseded_facts_name_their_successor check ((superseded_at is null) = (superseded_by is null))
) with (fillfactor = 90);

create unique index popagent_memories_seq_idx on popagent_memories (seq);

create unique index popagent_memories_key_idx on popagent_memories (resource_id, key)
    where superseded_at is null and key is not null;

create unique index popagent_memories_fact_idx on popagent_memories (resource_id, folded_sha256)
    where kind = 'fact' and key is null and superseded_at is null;

create unique index popagent_memories_episode_idx on popagent_memories (resource_id, content_sha256)
    where kind = 'episode';

create index popagent_memories_session_idx on popagent_memories (resource_id, session_id, seq)
    where kind = 'episode';

create index popagent_memories_age_idx on popagent_memories (created_at, seq)
    where kind = 'episode';

create index popagent_memories_successor_idx on popagent_memories (superseded_by)
    where superseded_by is not null;

comment on table popagent_memories is
    'What is remembered across sessions: facts stored on purpose, and one episode for every exchange that succeeded.';
comment on column popagent_memories.id is 'Name of the memory for people and programs; a keyed fact keeps it when its value changes.';
comment on column popagent_memories.seq is 'Order of storing; a fact gets a new one when its content changes.';
comment on column popagent_memories.resource_id is 'Owner; every read filters by it.';
comment on column popagent_memories.session_id is 'Session it came from; plain text, for memories outlive sessions.';
comment on column popagent_memories.kind is 'fact (stored on purpose) or episode (what user and assistant said in one exchange).';
comment on column popagent_memories.key is 'Stable name of a fact whose value is replaced, such as ui.theme.';
comment on column popagent_memories.content is 'The text: at most 2,000 characters of a fact; an episode holds user and assistant text.';
comment on column popagent_memories.content_sha256 is 'SHA-256 of the content; an episode is stored once for each.';
comment on column popagent_memories.folded_sha256 is 'Hash of the content without case, spacing and punctuation at its ends; a fact without a key is stored once for each.';
comment on column popagent_memories.search is 'Words of key and content, folded and stemmed.';
comment on column popagent_memories.importance is 'From 0 to 1; orders what is equally relevant.';
comment on column popagent_memories.created_at is 'When it was said first.';
comment on column popagent_memories.updated_at is 'When it was last said again or changed.';
comment on column popagent_memories.last_accessed_at is 'When it was last given to a model.';
comment on column popagent_memories.access_count is 'How often it was given to a model.';
comment on column popagent_memories.revision is 'Rises by one with each change of a fact.';
comment on column popagent_memories.superseded_at is 'When a newer value took its place: history, out of recall.';
comment on column popagent_memories.superseded_by is 'The memory that took its place.';

create table popagent_memory_postings (
    resource_id text collate "C" not null,
    term text collate "C" not null,
    seq bigint not null,
    talk bigint,
    frequency integer not null,
    length integer not null,
    constraint frequency_is_positive check (frequency > 0),
    constraint length_is_at_least_the_frequency check (length >= frequency),
    primary key (resource_id, term, seq) include (talk, frequency, length)
) with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

create index popagent_memory_postings_seq_idx on popagent_memory_postings (seq);

comment on table popagent_memory_postings is
    'Which current memory holds which term how often; written by triggers on popagent_memories, read by recall.';
comment on column popagent_memory_postings.resource_id is 'Owner of the memory.';
comment on column popagent_memory_postings.term is 'A folded, stemmed word, a word of an episode''s date, or a character n-gram.';
comment on column popagent_memory_postings.seq is 'The memory, by its seq.';
comment on column popagent_memory_postings.talk is 'Hash of an episode''s session; null for facts.';
comment on column popagent_memory_postings.frequency is 'How often the term occurs in the memory.';
comment on column popagent_memory_postings.length is 'Terms of the memory, repetitions counted.';

create table popagent_memory_totals (
    id bigint generated always as identity primary key,
    resource_id text collate "C" not null,
    memory_count bigint not null,
    term_count bigint not null
);

create index popagent_memory_totals_resource_id_idx on popagent_memory_totals (resource_id)
    include (memory_count, term_count);

comment on table popagent_memory_totals is
    'Size of each resource as a sum of its rows: writers append differences, so that no two of them share a row.';
comment on column popagent_memory_totals.id is 'Number of the row.';
comment on column popagent_memory_totals.resource_id is 'Owner of the memories.';
comment on column popagent_memory_totals.memory_count is 'Current memories added; negative when removed.';
comment on column popagent_memory_totals.term_count is 'Their terms added, repetitions counted; negative when removed.';

create table popagent_memory_vocabulary (
    resource_id text collate "C" not null,
    term text collate "C" not null,
    memory_count bigint,
    constraint memory_count_is_positive check (memory_count > 0)
) with (fillfactor = 80);

create index popagent_memory_vocabulary_resource_id_term_idx on popagent_memory_vocabulary (resource_id, term);

create index popagent_memory_vocabulary_term_idx on popagent_memory_vocabulary
    using gin (term gin_trgm_ops) with (gin_pending_list_limit = 256);

comment on table popagent_memory_vocabulary is
    'The terms of each resource: which are rare, and what a misspelt word may mean. Writers append new terms and never wait for each other, so a term may stand twice until the next recount.';
comment on column popagent_memory_vocabulary.resource_id is 'Owner of the memories.';
comment on column popagent_memory_vocabulary.term is 'A term of its postings.';
comment on column popagent_memory_vocabulary.memory_count is 'Memories that held it at the last recount; null when it came after.';

create table popagent_memory_recounts (
    resource_id text primary key,
    recounted_at timestamptz not null,
    memory_count bigint not null
);

comment on table popagent_memory_recounts is 'When the vocabulary of each resource was last recounted.';
comment on column popagent_memory_recounts.resource_id is 'Owner of the memories.';
comment on column popagent_memory_recounts.recounted_at is 'When.';
comment on column popagent_memory_recounts.memory_count is 'Current memories it had then.';

create table popagent_memory_tombstones (
    id bigint generated always as identity primary key,
    resource_id text not null,
    key text,
    folded_sha256 bytea not null,
    deleted_at timestamptz not null
);

create index popagent_memory_tombstones_folded_sha256_idx on popagent_memory_tombstones (resource_id, folded_sha256);

create index popagent_memory_tombstones_key_idx on popagent_memory_tombstones (resource_id, key) where key is not null;

comment on table popagent_memory_tombstones is
    'Facts their owner deleted, without their text: what was said before that does not bring them back.';
comment on column popagent_memory_tombstones.id is 'Number of the row.';
comment on column popagent_memory_tombstones.resource_id is 'Owner.';
comment on column popagent_memory_tombstones.key is 'Key of the deleted fact, if it had one.';
comment on column popagent_memory_tombstones.folded_sha256 is 'Hash of its text as in popagent_memories.';
comment on column popagent_memory_tombstones.deleted_at is 'When it was deleted.';

create table popagent_memory_index (
    singleton boolean primary key constraint there_is_one_index check (singleton),
    terms_version integer not null,
    rebuilt_at timestamptz not null
);

comment on table popagent_memory_index is 'By which version of memory.terms() the postings were made; no row before the first time.';
comment on column popagent_memory_index.singleton is 'Always true: there is one row.';
comment on column popagent_memory_index.terms_version is 'Version of memory.terms().';
comment on column popagent_memory_index.rebuilt_at is 'When the postings were last made anew.';
