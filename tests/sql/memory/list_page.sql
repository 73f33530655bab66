do $$
declare
    v_ids uuid[];
    v_seq bigint;
begin
    perform memory.remember('r', 'The bakery opens at seven', p_session_id => 'a');
    perform memory.remember('r', 'Tea, never coffee', 'drink.morning', p_session_id => 'b');
    perform memory.retain('r', 'a', 'Wann öffnet die Bäckerei?', 'Um sieben.', '2026-11-02 09:00+00');
    perform memory.remember('other', 'The bakery opens at nine');

    select array_agg(l.id) into v_ids from memory.list_page('r') l;
    assert cardinality(v_ids) = 3, 'all of the resource and nothing of another';
    assert (select l.kind from memory.list_page('r') l limit 1) = 'episode', 'last stored first';
    assert (select count(*) from memory.list_page('r', p_kind => 'fact')) = 2, 'by kind';
    assert (select l.content from memory.list_page('r', p_key => 'drink.morning') l) = 'Tea, never coffee', 'by key';
    assert (select count(*) from memory.list_page('r', p_session_id => 'a')) = 2, 'by session';

    select l.seq into v_seq from memory.list_page('r', p_limit => 1) l;
    assert (select count(*) from memory.list_page('r', p_before_seq => v_seq)) = 2, 'the page after a row';
    assert (select count(*) from memory.list_page('r', p_limit => 0)) = 1, 'at least one a page';

    perform memory.remember('r', 'Coffee after all', 'drink.morning');
    assert (select count(*) from memory.list_page('r', p_key => 'drink.morning')) = 1, 'the past is not listed';
end
$$;
