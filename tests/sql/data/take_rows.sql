do $$
declare
    v_kind text;
    v_rows jsonb;
begin
    perform session.open('s', 'Title', null);
    perform thread.append('s', 'm', 'user', '[]', '{}', gen_random_uuid());
    perform memory.remember('r', 'Likes tea');
    for v_kind in select k.kind from data.kinds() k
    loop
        select jsonb_agg(r.described) into v_rows from data.rows_after(v_kind, null, 100) r;
        assert v_rows is null or (select bool_and(t.stored = t.given) from data.take_rows(v_kind, v_rows, true) t), v_kind;
    end loop;
end
$$;
