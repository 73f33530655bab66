-- Changes how long episodes are kept; a null leaves a value as it is. Nothing is removed by that before the next
-- run of memory.prune(). What is out of range is refused as PT422 with its fields as detail. The revision that
-- the editor saw must still be the stored one, else PT409 with the stored row as detail.
create function settings.change_memory_retention(p_revision bigint, p_episode_days bigint, p_episodes_kept bigint)
returns table (episode_days integer, episodes_kept integer, revision bigint, updated_at timestamptz)
language plpgsql
as $$
declare
    v_told text;
    v_fields jsonb;
    v_stored record;
begin
    select
        string_agg(format('%s: a whole number from %s to %s is needed', f.name, f.lowest, f.highest), '; '),
        jsonb_agg(jsonb_build_object('field', f.name, 'problem', format('a whole number from %s to %s is needed', f.lowest, f.highest)))
    into v_told, v_fields
    from settings.memory_retention_fields() f
    join (values ('episode_days', p_episode_days), ('episodes_kept', p_episodes_kept)) g (name, given) using (name)
    where g.given not between f.lowest and f.highest;
    if v_told is not null then
        raise sqlstate 'PT422' using
            message = v_told, hint = 'out_of_range', detail = jsonb_build_object('fields', v_fields)::text;
    end if;
    update public.popagent_memory_retention_settings s
    set episode_days = coalesce(p_episode_days, s.episode_days),
        episodes_kept = coalesce(p_episodes_kept, s.episodes_kept),
        revision = s.revision + 1,
        updated_at = public.clock()
    where s.revision = p_revision;
    if not found then
        select * into v_stored
        from settings.memory_retention();
        raise sqlstate 'PT409' using
            message = 'These settings changed in the meantime.',
            hint = 'revision_conflict',
            detail = to_jsonb(v_stored)::text;
    end if;
    return query
    select *
    from settings.memory_retention();
end
$$;
