-- Compares which execution read which skill with what is stored; with p_write what is not there comes in.
create function execution.import_skill_activations(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, case when execution.has_activation(r.described) then r.described end, r.described
    from jsonb_array_elements(p_rows) with ordinality r (described, n);
    if p_write then
        insert into public.popagent_skill_activations (execution_id, skill_id, name, revision, activated_at)
        select g.execution_id, g.skill_id, g.name, g.revision, g.activated_at
        from jsonb_array_elements(p_rows) with ordinality r (described, n)
        cross join jsonb_populate_record(null::public.popagent_skill_activations, r.described) g
        where not execution.has_activation(r.described)
        order by r.n;
    end if;
end
$$;
