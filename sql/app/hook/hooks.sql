-- The hooks in the order of their events, then of their places: all, those of one event, or one by its id.
-- With p_enabled only those that run.
create function hook.hooks(p_id uuid default null, p_event text default null, p_enabled boolean default false)
returns table (
    id uuid,
    event text,
    matcher text,
    kind text,
    argv text[],
    url text,
    allow_loopback boolean,
    secret_names text[],
    timeout_ms integer,
    on_failure text,
    "position" integer,
    enabled boolean,
    revision bigint,
    created_at timestamptz,
    updated_at timestamptz
)
language sql stable
as $$
select
    h.id, h.event, h.matcher, h.kind, h.argv, h.url, h.allow_loopback, h.secret_names, h.timeout_ms, h.on_failure,
    h.position, h.enabled, h.revision, h.created_at, h.updated_at
from public.popagent_hooks h
where (p_id is null or h.id = p_id)
and (p_event is null or h.event = p_event)
and (h.enabled or not p_enabled)
order by hook.event_place(h.event), h.position, h.created_at, h.id
$$;
