-- Refuses a secret that is not there, or that changed since it was seen.
create function secret.refuse_missing(p_resource_id text, p_name text)
returns void
language plpgsql stable
as $$
declare
    v_revision bigint;
begin
    select s.revision into v_revision
    from public.popagent_secrets s
    where s.resource_id = p_resource_id
    and s.name = p_name;
    if v_revision is null then
        raise sqlstate 'PT404' using message = 'There is no secret of this name.', hint = 'secret_not_found';
    end if;
    raise sqlstate 'PT409' using
        message = 'This secret was changed meanwhile. Load it again and try once more.',
        hint = 'revision_conflict',
        detail = jsonb_build_object('revision', v_revision)::text;
end
$$;
