do $$
begin
    assert (select (z.memories, z.usual) = (1, 1) from memory.size('r') z), 'an empty resource divides nothing by nothing';
    perform memory.remember('r', 'green tea'), memory.remember('r', 'black tea is dark tea');
    assert (select (z.memories, z.usual) = (2, 3) from memory.size('r') z), 'memories, and terms of a usual one';
end
$$;
