-- What one term adds to the score of a text: its rarity times a share that grows with its frequency and
-- saturates; p_length is the length of the text in usual lengths.
create function memory.bm25(
    p_rarity double precision,
    p_frequency double precision,
    p_length double precision,
    p_k1 double precision,
    p_b double precision
)
returns double precision
language sql immutable parallel safe
as $$
select p_rarity * p_frequency * (p_k1 + 1) / (p_frequency + p_k1 * (1 - p_b + p_b * p_length))
$$;
