do $$
declare
    v_ids uuid[];
begin
    select array_agg(r.id order by n) into v_ids
    from generate_series(1, 3) n, memory.remember('r', 'The bakery opens at ' || n) r;
    perform memory.replace_by('r', v_ids[1], v_ids[2]);
    perform memory.replace_by('r', v_ids[2], v_ids[3]);
    assert memory.successor('r', v_ids[1]) = v_ids[3], 'the last in the line';
    assert memory.successor('r', v_ids[2]) = v_ids[3], 'from each place in it';
    assert memory.successor('r', v_ids[3]) is null, 'a current fact has none';
    assert memory.successor('r', gen_random_uuid()) is null, 'nor has what does not exist';
    assert memory.successor('other', v_ids[1]) is null, 'only for their owner';
end
$$;
