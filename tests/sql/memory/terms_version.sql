do $$
begin
    assert (select i.terms_version from popagent_memory_index i) = memory.terms_version(), 'the loader made the index by the present version';
end
$$;
