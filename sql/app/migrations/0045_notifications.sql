-- Notifications: what has happened while nobody watched, and whether it was sent on. The settings are one row, seeded
-- once together with its mark; their page shows the comments of their columns.

create table popagent_notification_settings (
    singleton boolean primary key constraint there_is_one_row check (singleton),
    url text not null constraint url_fits check (char_length(url) <= 2000),
    allow_loopback boolean not null,
    secret_name text not null constraint secret_name_fits check (char_length(secret_name) <= 128),
    on_done boolean not null,
    on_failed boolean not null,
    on_waiting boolean not null,
    revision bigint not null,
    updated_at timestamptz not null,
    constraint what_is_sent_is_signed check (url = '' or secret_name <> '')
);

comment on table popagent_notification_settings is 'Where notifications are sent, and which: one row.';
comment on column popagent_notification_settings.singleton is 'Always true: there is one row.';
comment on column popagent_notification_settings.url is 'Address that each is posted to as plain text, such as a topic of ntfy. Empty: nothing is sent.';
comment on column popagent_notification_settings.allow_loopback is 'Whether the address may be one of this machine, over plain http too.';
comment on column popagent_notification_settings.secret_name is 'Secret that signs what is sent.';
comment on column popagent_notification_settings.on_done is 'When a background task is done.';
comment on column popagent_notification_settings.on_failed is 'When a background task failed.';
comment on column popagent_notification_settings.on_waiting is 'When an answer waits for your permission.';
comment on column popagent_notification_settings.revision is 'Rises by one with each change.';
comment on column popagent_notification_settings.updated_at is 'When the row last changed.';

insert into popagent_notification_settings
    (singleton, url, allow_loopback, secret_name, on_done, on_failed, on_waiting, revision, updated_at)
select true, '', false, '', true, true, true, 1, public.clock()
where not exists (select from popagent_data_migrations where id = 'notification-settings-1');

insert into popagent_data_migrations (id)
values ('notification-settings-1')
on conflict do nothing;

create table popagent_notices (
    id bigint primary key generated always as identity,
    kind text not null constraint kind_is_known check (kind in ('done', 'failed', 'waiting', 'test')),
    title text not null,
    address text not null constraint address_is_a_path check (address like '/%'),
    delivery text not null constraint delivery_is_known check (delivery in ('none', 'pending', 'delivered', 'failed')),
    attempts integer not null default 0 constraint attempts_is_not_negative check (attempts >= 0),
    error text,
    created_at timestamptz not null default public.clock(),
    delivered_at timestamptz,
    constraint delivered_notices_say_when check ((delivery = 'delivered') = (delivered_at is not null)),
    constraint failed_notices_say_why check (delivery <> 'failed' or error is not null)
);

create index popagent_notices_created_at_idx on popagent_notices (created_at);

comment on table popagent_notices is 'What happened while nobody watched, and whether it was sent on; kept for thirty days.';
comment on column popagent_notices.id is 'Order.';
comment on column popagent_notices.kind is 'done, failed, waiting, or test.';
comment on column popagent_notices.title is 'Title of the task or the chat.';
comment on column popagent_notices.address is 'Page that shows it.';
comment on column popagent_notices.delivery is 'none (it is not sent anywhere), pending, delivered or failed.';
comment on column popagent_notices.attempts is 'How often it was tried.';
comment on column popagent_notices.error is 'What went wrong the last time.';
comment on column popagent_notices.created_at is 'When it happened.';
comment on column popagent_notices.delivered_at is 'When it had arrived.';
