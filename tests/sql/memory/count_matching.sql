do $$
begin
    perform memory.remember('r', 'One');
    perform memory.remember('r', 'Two');
    assert memory.count_matching('r') = 2;
    assert memory.count_matching('r', p_search => 'two') = 1;
    assert memory.count_matching('nobody') = 0;
end
$$;
