-- The numbers by which recall ranks, all of them, each with what it means. The rank of a memory for a question, in
-- nats of BM25 (a rarity is a natural logarithm; everything else is a share or a plain number):
--     score    = (own + lent + talk + meaning + lift) * (1 + importance * i)    i: of the memory, 0 to 1
--     own      = sum of bm25 over the terms of the question that the memory holds
--     bm25     = weight * rarity * f * (k1 + 1) / (f + k1 * (1 - b + b * l))    f: times that it occurs;
--                l: length of the memory in usual lengths of the resource; weight: 1 for a word that was
--                asked, likeness * trigram similarity for one that is only similar
--     rarity   = ln(1 + (n - d + 0.5) / (d + 0.5))                             n: memories, d of them hold it
--     lent     = before * (own + meaning) of the next episode + after * that of the previous one, in its session
--     talk     = talk * sum of bm25 over its whole session as one text of usual length
--     meaning  = meaning * closeness * best own of all                         closeness: 0 to 1, with vectors only
--     lift     = for a fact that leads the best relevance of what does not, else 0
-- A fact leads when its terms have near of the best sum of rarities and no newer fact says it anew. What is
-- equally relevant to a millionth is ordered by age, the newest first.
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
