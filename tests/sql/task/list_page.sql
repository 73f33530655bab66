-- Newest first, page by page, by state.
do $$
declare
    v_ids uuid[] := '{}';
    v_found uuid[];
    v record;
begin
    for n in 1..5 loop
        perform set_config('popagent.now', format('2026-03-01 12:0%s+00', n / 2), true);
        v_ids := v_ids || task.create_task(null, 'x', 'x');
    end loop;
    perform task.cancel(v_ids[1]);
    v_found := '{}';
    select null::timestamptz as created_at, null::uuid as id into v;
    loop
        v_found := v_found || array(select l.id from task.list_page(p_before_created_at => v.created_at, p_before_id => v.id, p_limit => 2) l);
        exit when v.id = v_found[cardinality(v_found)];
        select t.created_at, t.id into v from popagent_agent_tasks t where t.id = v_found[cardinality(v_found)];
    end loop;
    assert v_found = array(select t.id from popagent_agent_tasks t order by t.created_at desc, t.id desc), 'each once, in their order';
    assert (select array_agg(l.id) = array[v_ids[1]] from task.list_page(array['cancelled', 'failed']) l), 'by state';
    assert not exists (select from task.list_page(p_schedule_id => gen_random_uuid())), 'by schedule';
end
$$;
