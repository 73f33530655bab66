do $$
declare
    v_id text := (select s.id from thread.store_attachment('a.png', 'image/png', '\x00ff', null) s);
begin
    assert (select (l.name, l.media_type, l.content) = ('a.png'::text, 'image/png'::text, '\x00ff'::bytea) from thread.load_attachment(v_id) l), 'name, type and bytes';
    begin
        perform thread.load_attachment('unknown');
        assert false, 'an unknown id is refused';
    exception when sqlstate 'PT404' then
        null;
    end;
end
$$;
