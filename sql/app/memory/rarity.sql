-- How much a term tells, from how many of all memories hold it (BM25's inverse document frequency).
create function memory.rarity(p_memories double precision, p_holding double precision)
returns double precision
language sql immutable parallel safe
as $$
select ln(1 + greatest(p_memories - p_holding + 0.5, 0.5) / (p_holding + 0.5))
$$;
