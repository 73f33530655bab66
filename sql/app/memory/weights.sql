-- The numbers by which recall ranks, all of them, each with what it means.
-- score = (own + ring * neighbours' own + talk * session) * (1 + importance * i) with BM25 for own and session.
create function memory.weights()
returns table (
    k1 double precision,
    b double precision,
    ring double precision,
    talk double precision,
    spelling double precision,
    importance double precision,
    candidates integer,
    postings integer,
    terms integer
)
language sql immutable parallel safe
as $$
select
    0.9::float8,   -- k1: how soon repeating a term stops to count (BM25)
    0.4::float8,   -- b: how much a long text is held against it, 0 to 1 (BM25)
    0.35::float8,  -- ring: share of its score that an episode lends to the one before and the one after
    0.2::float8,   -- talk: share of the score of the whole session, taken as one document
    0.5::float8,   -- spelling: weight of a word that is only similar to the asked one, times the similarity
    0.05::float8,  -- importance: most that importance adds to a score, as a share
    100,           -- candidates: memories, best own score first, that are looked at further
    20000,         -- postings: beyond so many the rarest terms choose the candidates and the rest only add to them
    64             -- terms: most terms of a query
$$;
