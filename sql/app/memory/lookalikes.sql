-- The words of a resource's vocabulary that look most like one: misspellings and parts of identifiers.
-- A function of its own because the trigram index serves bitmap scans, which its callers switch off, and is
-- chosen only by a plan that knows the word.
create function memory.lookalikes(p_resource_id text, p_term text, p_most integer)
returns table (term text, likeness double precision)
language plpgsql stable rows 3
set plan_cache_mode = force_custom_plan
set enable_bitmapscan = on
as $$
begin
    if char_length(p_term) < 4 or p_term !~ '[[:alpha:]]' then
        return;
    end if;
    return query
    select v.term, public.similarity(v.term, p_term)::float8
    from public.popagent_memory_vocabulary v
    where v.resource_id = p_resource_id
    and v.term operator(public.%) p_term
    order by 2 desc, v.term
    limit p_most;
end
$$;
