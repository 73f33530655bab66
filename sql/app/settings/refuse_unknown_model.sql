-- Refuses a model that the gateway's catalogue lacks. An incomplete catalogue proves nothing: any model passes.
create function settings.refuse_unknown_model(p_model text, p_catalogue text[], p_catalogue_is_complete boolean)
returns void
language plpgsql immutable
as $$
begin
    if p_catalogue_is_complete and not p_model = any (p_catalogue) then
        raise sqlstate 'PT422' using
            message = format('The gateway does not offer the model "%s". Choose one that it lists.', left(p_model, 200)),
            hint = 'unknown_model';
    end if;
end
$$;
