-- What no write can do to the audit.

create trigger the_audit_is_only_added_to
before update or delete on public.popagent_hook_runs
for each row execute function hook.refuse_change();

create trigger the_audit_is_not_emptied
before truncate on public.popagent_hook_runs
for each statement execute function hook.refuse_change();
