do $$
declare
    v_row record;
begin
    select * into v_row from data.marked();
    assert (v_row.orphans, v_row.archived) = ('{}'::text[], '{}'::text[]);
    perform thread.open(i, 'chat', 'popagent-user') from unnest(array['b', 'a']) i;
    perform thread.append('b', 'm', 'user', '[]', '{}', gen_random_uuid());
    perform session.open('old', '', null);
    update popagent_sessions set archived_at = clock() - interval '40 days', revision = 3;
    select * into v_row from data.marked(30);
    assert (v_row.orphans, v_row.orphan_marks) = ('{a,b}'::text[], '{0,1}'::bigint[]);
    assert (v_row.archived, v_row.archived_marks) = ('{old}'::text[], '{3}'::bigint[]);
    select * into v_row from data.marked();
    assert v_row.archived = '{}', 'archived ones only when they are asked for';
end
$$;
