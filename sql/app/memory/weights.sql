-- The numbers by which recall ranks, all of them, each with what it means. In words:
-- score = (own + before * own of the next + after * own of the previous + talk * whole session + meaning + lift)
--         * (1 + importance * i), where own and whole session are BM25 sums over the terms of the query; own of
-- a neighbour includes what meaning added to it.
create function memory.weights()
returns table (
    k1 double precision,
    b double precision,
    before double precision,
    after double precision,
    talk double precision,
    likeness double precision,
    kin integer,
    near double precision,
    importance double precision,
    candidates integer,
    postings integer,
    terms integer,
    meaning double precision,
    nearest integer,
    vectors integer
)
language sql immutable parallel safe
as $$
select
    0.9::float8,   -- k1: how soon repeating a term stops to count (BM25)
    0.4::float8,   -- b: how much a long text is held against it, 0 to 1 (BM25)
    0.25::float8,  -- before: share of its own score that an episode lends to the one before it in the session
    0.45::float8,  -- after: share that it lends to the one after it, which goes on with what was said
    0.2::float8,   -- talk: share of the score of the whole session, taken as one document
    0.5::float8,   -- likeness: weight of a word that is only similar to the asked one, times the similarity
    3,             -- kin: most similar words taken for one asked word
    0.6::float8,   -- near: share of the best coverage of the question from which a fact comes before episodes
    0.05::float8,  -- importance: most that importance adds to a score, as a share
    100,           -- candidates: memories, best own score first, that are looked at further
    20000,         -- postings: beyond so many the rarest terms choose the candidates and the rest only add to them
    32,            -- terms: most words of a query
    0.6::float8,   -- meaning: share of the best own score that is added to the memory nearest in meaning
    50,            -- nearest: memories nearest in meaning that are looked at
    10000          -- vectors: most that are compared with a question (about 3 µs each), the last stored ones
$$;
