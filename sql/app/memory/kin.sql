-- Words of a resource's vocabulary that may mean the same as an asked one, with their trigram similarity:
-- those with the same first four letters, and when no memory holds the word any that look alike.
create function memory.kin(p_resource_id text, p_term text, p_held boolean, p_most integer)
returns table (term text, likeness double precision)
language sql stable
as $$
select k.term, max(k.likeness)
from (
    select v.term, public.similarity(v.term, p_term)
    from public.popagent_memory_vocabulary v
    where p_term ~ '^[[:alpha:]]{4,}$'
    and v.resource_id = p_resource_id
    and v.term >= left(p_term, 4) collate "C"
    and v.term < left(p_term, 4) || chr(1114111) collate "C"
    union all
    select l.term, l.likeness
    from memory.lookalikes(p_resource_id, p_term, p_most) l
    where not p_held
) k (term, likeness)
where k.term <> p_term
and k.likeness >= 0.25
group by k.term
order by max(k.likeness) desc, k.term
limit p_most
$$;
