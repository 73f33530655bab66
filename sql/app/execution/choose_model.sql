-- The model of an execution: asked for, else the stored default, else the catalogue's first.
create function execution.choose_model(p_asked text, p_default text, p_catalogue text[], p_catalogue_is_complete boolean)
returns text
language plpgsql immutable
as $$
declare
    v_model text := coalesce(nullif(p_asked, ''), nullif(p_default, ''), p_catalogue[1]);
begin
    if v_model is null then
        raise sqlstate 'PT503' using
            message = 'No model is known: the gateway lists none and no default is set. Check the gateway, or choose a model by its id.',
            hint = 'no_model';
    end if;
    perform settings.refuse_unknown_model(v_model, p_catalogue, p_catalogue_is_complete);
    return v_model;
end
$$;
