-- Keeps the audit as it was written. A trigger.
create function hook.refuse_change()
returns trigger
language plpgsql
as $$
begin
    raise sqlstate 'PT409' using message = 'The audit of hooks is only added to.', hint = 'append_only';
end
$$;
