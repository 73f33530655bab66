-- Meaning-based recall: memories as vectors, made in the background while its owner wants them. Vectors are
-- kept as real[], so that a database without the extension `vector` migrates, dumps and restores alike.

create table popagent_memory_embedding_settings (
    singleton boolean primary key constraint there_is_one_row check (singleton),
    enabled boolean not null,
    model text not null constraint model_fits check (char_length(model) <= 200),
    revision bigint not null,
    updated_at timestamptz not null
);

comment on table popagent_memory_embedding_settings is 'Whether memories are embedded, and by which model: one row.';
comment on column popagent_memory_embedding_settings.singleton is 'Always true: there is one row.';
comment on column popagent_memory_embedding_settings.enabled is 'Whether memories and questions are embedded. It costs tokens of the gateway.';
comment on column popagent_memory_embedding_settings.model is 'Model that embeds; empty means the first of the gateway whose name says that it does.';
comment on column popagent_memory_embedding_settings.revision is 'Rises by one with each change.';
comment on column popagent_memory_embedding_settings.updated_at is 'When the row last changed.';

create table popagent_memory_embeddings (
    memory_id uuid not null references popagent_memories (id) on delete cascade,
    model text not null,
    resource_id text not null,
    seq bigint not null,
    dimension integer not null,
    content_sha256 bytea not null,
    embedding real[] not null,
    primary key (memory_id, model),
    constraint dimension_is_the_length check (dimension = cardinality(embedding)),
    constraint dimension_fits check (dimension between 1 and 16000)
) with (toast_tuple_target = 8160);

-- Numbers do not compress, and up to 2,000 of them are read faster in their row.
alter table popagent_memory_embeddings alter column embedding set storage external;

create index popagent_memory_embeddings_model_idx on popagent_memory_embeddings (model, dimension, resource_id, seq);

comment on table popagent_memory_embeddings is 'Current memories as vectors. Those of an earlier model stay until the new ones are complete.';
comment on column popagent_memory_embeddings.memory_id is 'Memory.';
comment on column popagent_memory_embeddings.model is 'Model that made the vector.';
comment on column popagent_memory_embeddings.resource_id is 'Owner of the memory.';
comment on column popagent_memory_embeddings.seq is 'Its seq when it was embedded: of very many, the last stored ones are compared.';
comment on column popagent_memory_embeddings.dimension is 'Numbers of the vector.';
comment on column popagent_memory_embeddings.content_sha256 is 'Hash of the content that was embedded; when the memory has another by now, the vector does not count.';
comment on column popagent_memory_embeddings.embedding is 'The vector.';

create table popagent_memory_embedding_state (
    singleton boolean primary key constraint there_is_one_row check (singleton),
    model text,
    dimension integer,
    failures integer not null,
    error text,
    retry_at timestamptz,
    constraint failures_are_told check ((failures = 0) = (error is null) and (error is null) = (retry_at is null))
);

comment on table popagent_memory_embedding_state is 'How far embedding is: one row, none before the first attempt.';
comment on column popagent_memory_embedding_state.singleton is 'Always true: there is one row.';
comment on column popagent_memory_embedding_state.model is 'Model whose vectors recall uses: the last one by which all memories were embedded.';
comment on column popagent_memory_embedding_state.dimension is 'Numbers of its vectors; null when there are none.';
comment on column popagent_memory_embedding_state.failures is 'Attempts that failed since the last success.';
comment on column popagent_memory_embedding_state.error is 'What the last of them said.';
comment on column popagent_memory_embedding_state.retry_at is 'Before this time nothing is asked again.';
