do $$
declare
    v_a uuid;
    v_b uuid;
begin
    select l.id into v_a from door.log_in(sha256('a'), sha256('key'), 'A', 'n') l;
    select l.id into v_b from door.log_in(sha256('b'), sha256('key'), 'B', 'n') l;
    perform door.log_in(sha256('c'), sha256('key'), 'C', 'n');
    assert door.log_out(v_b) = 1, 'one ends';
    assert door.log_out(v_b) = 0, 'once';
    assert door.login(sha256('b'), sha256('key')) is null, 'its token is worth nothing';
    assert door.log_out(v_a, true) = 1, 'all others end';
    assert door.login(sha256('a'), sha256('key')) = v_a, 'this one stays';
end
$$;
