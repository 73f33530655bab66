do $$
begin
    perform memory.remember(r, 'green ' || n) from unnest(array['a', 'b']) r cross join generate_series(1, 20) n;
    assert (select array_agg(s.resource_id order by s.resource_id) from memory.recount_stale() s) = array['a', 'b'], 'whoever was never counted';
    perform memory.remember('a', 'blue ' || n) from generate_series(1, 2) n;
    assert not exists (select from memory.recount_stale()), 'a tenth more is nothing yet';
    perform memory.remember('a', 'blue 3');
    assert (select array_agg(s.resource_id) from memory.recount_stale() s) = array['a'], 'more than that is';
end
$$;
