-- A skill as an agent reads it: its instructions, then the files it has, unread.
create function agent.skill_text(p_name text, p_body text, p_references jsonb)
returns text
language sql immutable
as $$
select format(e'# Skill: %s\n\n%s', p_name, p_body) || coalesce(
    (
        select e'\n\nFiles of this skill, to be opened with skill_read:\n' || string_agg(
            format('- %s (%s lines)', f.key, cardinality(string_to_array(f.value, e'\n'))), e'\n' order by f.key
        )
        from jsonb_each_text(p_references) f
    ),
    ''
)
$$;
