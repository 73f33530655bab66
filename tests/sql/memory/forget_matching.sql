do $$
begin
    perform memory.remember('r', 'Bakery opens at seven', p_session_id => 'a');
    perform memory.remember('r', 'Bakery opens at eight', p_session_id => 'a');
    perform memory.remember('r', 'Keep me', p_session_id => 'b');
    begin
        perform memory.forget_matching('r', 1, p_session_id => 'a');
        assert false, 'another number than was shown is refused';
    exception when sqlstate 'PT409' then null;
    end;
    assert (select c.facts = 3 from memory.count_matching('r') c), 'and nothing was deleted';
    assert memory.forget_matching('r', 2, p_session_id => 'a') = 2, 'what was shown goes';
    assert (select array_agg(l.content) from memory.list_page('r') l) = array['Keep me'], 'and nothing else';
    assert not exists (select from memory.recall('r', 'bakery')), 'also from recall';
end
$$;
