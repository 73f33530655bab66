do $$
declare
    v_ids text[];
begin
    select array_agg(s.id order by x.n) into v_ids
    from unnest(array['a.txt', 'b.txt']) with ordinality as x (name, n)
    cross join lateral thread.store_attachment(x.name, 'text/plain', 'x', 'x') s;
    assert (
        select array_agg(row(a.name, a.media_type, a.size_bytes)::text) = array['(b.txt,text/plain,1)', '(a.txt,text/plain,1)']
        from thread.attachments(array[v_ids[2], 'unknown', v_ids[1]]) a
    ), 'known ones come in the order in which they are named';
    assert not exists (select from thread.attachments('{}')), 'none when none is named';
end
$$;
