-- The model that a turn is to be answered by: asked for, else the stored default, else the catalogue's first.
create function execution.model_for(p_asked text, p_catalogue text[], p_catalogue_is_complete boolean)
returns text
language sql stable
as $$
select execution.choose_model(p_asked, s.default_model, p_catalogue, p_catalogue_is_complete)
from settings.agent_runtime() s
$$;
