-- The model by which a question is embedded for recall, or null when recall goes by words alone: when it is
-- switched off, the extension is missing, or no model has embedded all memories yet.
create function memory.embedding_model()
returns text
language sql stable
as $$
select e.model
from public.popagent_memory_embedding_state e
cross join public.popagent_memory_embedding_settings s
where s.enabled
and e.dimension is not null
and memory.has_vectors()
$$;
