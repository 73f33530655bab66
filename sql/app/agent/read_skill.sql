-- Lines of a skill's file, the first and the last included; SKILL.md is its instructions. A path that it does not have
-- is refused with those that it has. What is shown of how much stands in front.
create function agent.read_skill(
    p_agent_id text,
    p_name text,
    p_path text,
    p_first_line integer default null,
    p_last_line integer default null
)
returns text
language plpgsql stable
as $$
declare
    v_skill record;
    v_lines text[];
    v_first integer := greatest(coalesce(p_first_line, 1), 1);
    v_last integer;
begin
    select * into v_skill from agent.enabled_skill(p_agent_id, p_name);
    v_lines := string_to_array(
        coalesce(v_skill.reference_files ->> p_path, case when lower(p_path) = 'skill.md' then v_skill.body end), e'\n');
    if v_lines is null then
        raise sqlstate 'PT404' using
            message = format('The skill "%s" has no file "%s". It has: %s.', p_name, left(p_path, 200), (
                select string_agg(f.path, ', ' order by f.n, f.path)
                from (
                    select 0 as n, 'SKILL.md' as path
                    union all
                    select 1, k.path
                    from jsonb_object_keys(v_skill.reference_files) k (path)
                ) f)),
            hint = 'unknown_file';
    end if;
    v_last := least(greatest(coalesce(p_last_line, cardinality(v_lines)), v_first), cardinality(v_lines));
    return format(e'[%s/%s, lines %s to %s of %s]\n', p_name, p_path, v_first, v_last, cardinality(v_lines))
        || coalesce(array_to_string(v_lines[v_first:v_last], e'\n'), '');
end
$$;
