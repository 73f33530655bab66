-- The postings that a memory should have: its terms, each with how often it occurs in how many. Inlined into its
-- caller's plan.
create function memory.entries(
    p_kind text,
    p_session_id text,
    p_content text,
    p_search tsvector,
    p_created_at timestamptz
)
returns table (term text, talk bigint, frequency integer, length integer)
language sql stable parallel safe
as $$
select t.term, memory.talk(p_kind, p_session_id), t.frequency, (sum(t.frequency) over ())::integer
from memory.terms(p_kind, p_content, p_search, p_created_at) t
$$;
