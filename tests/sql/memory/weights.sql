do $$
begin
    assert (select count(*) from memory.weights()) = 1, 'one row';
    assert (select (w.k1, w.b, w.candidates, w.postings) = (0.9::float8, 0.4::float8, 100, 20000) from memory.weights() w), 'by their names';
end
$$;
