-- What an agent is told when a hook does not let it end with its answer.
create function hook.as_continuation(p_reason text)
returns text
language sql immutable
as $$
select format(
    e'A hook of the owner''s does not accept this as the end yet. Go on from here, then answer.\n\n%s',
    hook.as_context(p_reason)
)
$$;
