-- Who works: role instructions and capabilities live in rows, never in code.

create table popagent_agents (
    id text primary key constraint id_is_an_id check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 64),
    name text not null constraint name_fits check (char_length(name) between 1 and 100),
    description text not null constraint description_fits check (char_length(description) between 1 and 2000),
    instructions text not null constraint instructions_fit check (char_length(instructions) between 1 and 60000),
    source_url text not null constraint source_url_is_a_url check (source_url ~ '^https://'),
    workspace_access text not null constraint workspace_access_is_known check (workspace_access in ('none', 'read-only', 'writable')),
    browser_access text not null constraint browser_access_is_known check (browser_access in ('none', 'read-only', 'interactive')),
    delegation_eligible boolean not null,
    tools text[] not null,
    revision bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

comment on table popagent_agents is 'The supervisor and its specialists; an edit applies to the next execution.';
comment on column popagent_agents.id is 'Id; fixed.';
comment on column popagent_agents.name is 'Name on the pages.';
comment on column popagent_agents.description is 'What a supervisor reads when it chooses whom to delegate to.';
comment on column popagent_agents.instructions is 'The role: purpose, method, limits, what to return.';
comment on column popagent_agents.source_url is 'What inspired the role; fixed.';
comment on column popagent_agents.workspace_access is 'none, read-only or writable.';
comment on column popagent_agents.browser_access is 'none, read-only or interactive.';
comment on column popagent_agents.delegation_eligible is 'Whether the supervisor may delegate to it.';
comment on column popagent_agents.tools is 'Registry keys of the tools it is given.';
comment on column popagent_agents.revision is 'Rises by one with each change.';
comment on column popagent_agents.created_at is 'When it was seeded.';
comment on column popagent_agents.updated_at is 'When it last changed.';
