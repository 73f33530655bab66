-- Refuses values that a skill cannot have, as PT422 with each fault's field as detail; null is not looked at.
-- The limits are those of the Agent Skills format, and popagent's own where it sets none: a body of 64 KiB, 64
-- files of 256 KiB, 2 MiB in all, paths of at most 200 characters and four levels.
create function agent.check_skill(
    p_name text,
    p_description text,
    p_body text,
    p_references jsonb,
    p_metadata jsonb
)
returns void
language plpgsql immutable
as $$
declare
    v_told text;
    v_fields jsonb;
begin
    select
        string_agg(format('%s: %s', f.field, f.problem), '; '),
        jsonb_agg(jsonb_build_object('field', f.field, 'problem', f.problem))
    into v_told, v_fields
    from (
        values
            ('name', 'lower-case letters, digits and single hyphens between them are needed, at most 64',
                p_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(p_name) <= 64),
            ('description', '1 to 1024 characters are needed', char_length(text.tidy(p_description)) between 1 and 1024),
            ('body', 'instructions are needed, at most 64 KiB',
                text.tidy(p_body) <> '' and octet_length(p_body) <= 65536),
            ('metadata', 'at most 32 names of 64 characters with texts of 1024 characters are needed',
                (select count(*) <= 32 and coalesce(bool_and(char_length(m.key) <= 64 and char_length(m.value) <= 1024), true)
                from jsonb_each_text(p_metadata) m))
        union all
        select 'references', p.problem, false
        from agent.reference_problems(p_references) p
    ) f (field, problem, fits)
    where not f.fits;
    if v_told is not null then
        raise sqlstate 'PT422' using
            message = v_told, hint = 'out_of_range', detail = jsonb_build_object('fields', v_fields)::text;
    end if;
end
$$;
