-- Compares hooks of an export with those stored; with p_write what is not there comes in, switched off: a file that is
-- read must not begin to run programs.
create function hook.import_hooks(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select r.n, to_jsonb(h) - 'enabled', to_jsonb(g) - 'enabled'
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    cross join jsonb_populate_record(null::public.popagent_hooks, r.described) g
    left join public.popagent_hooks h on h.id = g.id;
    if p_write then
        insert into public.popagent_hooks
        select g.*
        from jsonb_array_elements(p_rows) r (described)
        cross join jsonb_populate_record(null::public.popagent_hooks, r.described || '{"enabled": false}') g
        on conflict do nothing;
    end if;
end
$$;
