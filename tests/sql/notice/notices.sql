do $$
declare
    v_first bigint := notice.note('done', 'One', '/tasks/1');
    v_second bigint := notice.note('done', 'Two', '/tasks/2');
begin
    assert array(select n.id from notice.notices() n) = array[v_second, v_first], 'newest first';
    assert array(select n.id from notice.notices(p_limit => 1) n) = array[v_second] and array(select n.id from notice.notices(v_first) n) = array[v_first], 'some, or one';
end
$$;
