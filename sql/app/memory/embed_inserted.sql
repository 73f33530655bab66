-- Asks for new memories to be embedded; what this misses is found by the worker's next tick.
create function memory.embed_inserted()
returns trigger
language plpgsql
as $$
begin
    perform memory.request_embedding();
    return null;
end
$$;
