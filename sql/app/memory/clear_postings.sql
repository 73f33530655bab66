-- Empties the index with the memories when the whole table is truncated.
create function memory.clear_postings()
returns trigger
language plpgsql
as $$
begin
    truncate public.popagent_memory_postings, public.popagent_memory_totals,
        public.popagent_memory_vocabulary, public.popagent_memory_recounts;
    return null;
end
$$;
