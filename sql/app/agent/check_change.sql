-- Refuses values that an agent cannot have, as PT422 with each fault's field as detail; null is not looked at.
-- A text of blanks counts as empty. Whom the supervisor may delegate to is never itself.
create function agent.check_change(
    p_id text,
    p_name text,
    p_description text,
    p_instructions text,
    p_workspace_access text,
    p_browser_access text,
    p_delegation_eligible boolean,
    p_tools text[]
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
    from (values
        ('name', '1 to 100 characters are needed', char_length(text.tidy(p_name)) between 1 and 100),
        ('description', '1 to 2000 characters are needed', char_length(text.tidy(p_description)) between 1 and 2000),
        ('instructions', '1 to 60000 characters are needed', char_length(text.tidy(p_instructions)) between 1 and 60000),
        ('workspace_access', 'none, read-only or writable is needed',
            p_workspace_access in ('none', 'read-only', 'writable')),
        ('browser_access', 'none, read-only or interactive is needed',
            p_browser_access in ('none', 'read-only', 'interactive')),
        ('delegation_eligible', 'the supervisor cannot delegate to itself',
            p_id <> 'popagent' or not p_delegation_eligible),
        ('tools', 'at most 200 different names are needed',
            cardinality(p_tools) <= 200
            and cardinality(p_tools) = (select count(distinct t.name) from unnest(p_tools) t (name))),
        ('tools', 'a name has 1 to 64 letters, digits or underscores and begins with a letter',
            (select bool_and(t.name ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$') from unnest(p_tools) t (name)))
    ) f (field, problem, fits)
    where not f.fits;
    if v_told is not null then
        raise sqlstate 'PT422' using
            message = v_told, hint = 'out_of_range', detail = jsonb_build_object('fields', v_fields)::text;
    end if;
end
$$;
