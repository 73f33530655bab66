-- Compares executions of an export with those stored; with p_write what is not there comes in.
create function execution.import_executions(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, case when e.id is not null then execution.described(e) end, execution.described(g)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_executions, r.described) g
    left join public.popagent_executions e on e.id = g.id;
    if p_write then
        insert into public.popagent_executions
        select g.*
        from jsonb_array_elements(p_rows) r (described)
        cross join jsonb_populate_record(null::public.popagent_executions, r.described || '{"owner": "import"}') g
        on conflict do nothing;
    end if;
end
$$;
