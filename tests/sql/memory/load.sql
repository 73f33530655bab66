do $$
declare
    v_id uuid;
begin
    select r.id into v_id from memory.remember('r', 'One', 'k', 0.7, 's') r;
    assert (select (l.kind, l.key, l.content, l.importance, l.session_id, l.revision) = ('fact', 'k', 'One', 0.7, 's', 1)
        from memory.load('r', v_id) l), 'the memory as it is';
    begin
        perform memory.load('other', v_id);
        assert false, 'a memory of another resource is not found';
    exception when sqlstate 'PT404' then null;
    end;
end
$$;
