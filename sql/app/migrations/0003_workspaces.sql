-- Repositories that agents may work in.

create table popagent_agent_workspaces (
    id text primary key constraint id_is_an_id check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    name text not null constraint name_fits check (char_length(name) between 1 and 100),
    path text not null constraint path_is_relative check (path !~ '^/' and path !~ '(^|/)\.\.(/|$)' and char_length(path) between 1 and 400),
    is_default boolean not null,
    revision bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create unique index popagent_agent_workspaces_one_default_idx
on popagent_agent_workspaces (is_default)
where is_default;

comment on table popagent_agent_workspaces is 'Repository definitions; each session, task and schedule names one.';
comment on column popagent_agent_workspaces.id is 'Id.';
comment on column popagent_agent_workspaces.name is 'Name on the pages.';
comment on column popagent_agent_workspaces.path is 'Path below POPAGENT_WORKSPACE_ROOT.';
comment on column popagent_agent_workspaces.is_default is 'True for the one that sessions get which name none.';
comment on column popagent_agent_workspaces.revision is 'Rises by one with each change.';
comment on column popagent_agent_workspaces.created_at is 'When it was made.';
comment on column popagent_agent_workspaces.updated_at is 'When it last changed.';
