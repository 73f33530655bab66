do $$
begin
    assert memory.has_vectors() = exists (select from pg_extension e where e.extname = 'vector'), 'true where the extension is';
end
$$;
