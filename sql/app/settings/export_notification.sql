-- The settings of where notifications are sent as an export holds them.
create function settings.export_notification()
returns table (described jsonb)
language sql stable
as $$
select to_jsonb(s) - 'singleton'
from public.popagent_notification_settings s
$$;
