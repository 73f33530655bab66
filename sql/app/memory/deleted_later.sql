-- Whether a fact was deleted by its owner after something was said: then what was said does not
-- bring it back. Nothing that has no such time is held back, for then the owner adds it by hand.
create function memory.deleted_later(p_resource_id text, p_content text, p_key text, p_said_at timestamptz)
returns boolean
language sql stable
as $$
select exists (
    select
    from public.popagent_memory_tombstones t
    where t.resource_id = p_resource_id
    and t.folded_sha256 = public.popagent_same(p_content)
    and t.deleted_at >= p_said_at
) or exists (
    select
    from public.popagent_memory_tombstones t
    where t.resource_id = p_resource_id
    and t.key = p_key
    and t.deleted_at >= p_said_at
)
$$;
