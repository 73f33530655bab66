-- Refuses a cron expression, naming the field and what is wrong with it.
create function task.refuse_cron(p_field text, p_text text, p_reason text)
returns void
language plpgsql immutable
as $$
begin
    raise sqlstate 'PT422' using
        message = case
            when p_field = '' then p_reason
            else format('The %s "%s" is not understood: %s.', p_field, left(p_text, 60), p_reason)
        end,
        hint = 'invalid_cron',
        detail = jsonb_build_object('field', nullif(p_field, ''))::text;
end
$$;
