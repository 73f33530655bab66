-- Skills: instructions for kinds of work that an agent reads when it needs them, with every save kept.

create table popagent_agent_skills (
    id text primary key default replace(gen_random_uuid()::text, '-', '') constraint id_is_an_id check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    agent_id text not null references popagent_agents (id) on delete cascade,
    name text not null constraint name_is_a_skill_name check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(name) <= 64),
    description text not null constraint description_fits check (description ~ '\S' and char_length(description) <= 1024),
    body text not null constraint body_fits check (octet_length(body) <= 65536),
    reference_files jsonb not null
        constraint references_are_texts_by_path check (jsonb_typeof(reference_files) = 'object' and not jsonb_path_exists(reference_files, '$.* ? (@.type() != "string")'))
        constraint references_fit check (octet_length(reference_files::text) <= 4194304),
    license text constraint license_fits check (char_length(license) between 1 and 500),
    compatibility text constraint compatibility_fits check (char_length(compatibility) between 1 and 500),
    metadata jsonb not null constraint metadata_is_texts_by_name check (jsonb_typeof(metadata) = 'object' and not jsonb_path_exists(metadata, '$.* ? (@.type() != "string")')),
    allowed_tools text constraint allowed_tools_fit check (char_length(allowed_tools) between 1 and 2000),
    enabled boolean not null,
    source_url text constraint source_url_is_a_url check (source_url ~ '^https://' and char_length(source_url) <= 500),
    position integer not null constraint position_is_positive check (position > 0),
    revision bigint not null default 1 constraint revision_is_positive check (revision > 0),
    created_at timestamptz not null default public.clock(),
    updated_at timestamptz not null default public.clock(),
    constraint names_are_unique_for_an_agent unique (agent_id, name)
);

create index popagent_agent_skills_agent_id_idx on popagent_agent_skills (agent_id, position, name);

comment on table popagent_agent_skills is 'Skills of agents by the Agent Skills format (agentskills.io): read by an agent when it needs one, edited by the owner.';
comment on column popagent_agent_skills.id is 'Id.';
comment on column popagent_agent_skills.agent_id is 'Agent that has it.';
comment on column popagent_agent_skills.name is 'Name by which the agent calls it: lower-case letters, digits, single hyphens, at most 64.';
comment on column popagent_agent_skills.description is 'What it is for and when to use it, at most 1,024 characters; part of every system message.';
comment on column popagent_agent_skills.body is 'Instructions in markdown, at most 64 KiB; read on activation.';
comment on column popagent_agent_skills.reference_files is 'Further texts by their relative path, read on demand.';
comment on column popagent_agent_skills.license is 'Licence it came with.';
comment on column popagent_agent_skills.compatibility is 'What it says it needs.';
comment on column popagent_agent_skills.metadata is 'Further front matter, text by name.';
comment on column popagent_agent_skills.allowed_tools is 'Tools it says it uses; information only, it never widens what an agent may do.';
comment on column popagent_agent_skills.enabled is 'Whether it is offered; a disabled one stays editable.';
comment on column popagent_agent_skills.source_url is 'What inspired it or where it came from.';
comment on column popagent_agent_skills.position is 'Order in the catalogue, then by name.';
comment on column popagent_agent_skills.revision is 'Rises by one with each change.';
comment on column popagent_agent_skills.created_at is 'When it was made.';
comment on column popagent_agent_skills.updated_at is 'When it last changed.';

create table popagent_agent_skill_revisions (
    skill_id text not null references popagent_agent_skills (id) on delete cascade,
    revision bigint not null,
    name text not null,
    description text not null,
    body text not null,
    reference_files jsonb not null,
    saved_at timestamptz not null default public.clock(),
    primary key (skill_id, revision)
);

comment on table popagent_agent_skill_revisions is 'Texts of skills as they were saved, so that an activation can be read as it was.';
comment on column popagent_agent_skill_revisions.skill_id is 'Skill.';
comment on column popagent_agent_skill_revisions.revision is 'Revision that this save made.';
comment on column popagent_agent_skill_revisions.name is 'Name then.';
comment on column popagent_agent_skill_revisions.description is 'Description then.';
comment on column popagent_agent_skill_revisions.body is 'Instructions then.';
comment on column popagent_agent_skill_revisions.reference_files is 'Further texts then.';
comment on column popagent_agent_skill_revisions.saved_at is 'When it was saved.';

create table popagent_skill_activations (
    id bigint primary key generated always as identity,
    execution_id uuid not null references popagent_executions (id) on delete cascade,
    skill_id text not null,
    name text not null,
    revision bigint not null,
    activated_at timestamptz not null default public.clock()
);

create index popagent_skill_activations_execution_id_idx on popagent_skill_activations (execution_id);

create index popagent_skill_activations_skill_id_idx on popagent_skill_activations (skill_id, activated_at desc);

comment on table popagent_skill_activations is 'Which executions read which skill, and in which revision.';
comment on column popagent_skill_activations.id is 'Order.';
comment on column popagent_skill_activations.execution_id is 'Execution.';
comment on column popagent_skill_activations.skill_id is 'Skill; it may be deleted by now.';
comment on column popagent_skill_activations.name is 'Name of the skill then.';
comment on column popagent_skill_activations.revision is 'Revision that was read.';
comment on column popagent_skill_activations.activated_at is 'When it was read.';
