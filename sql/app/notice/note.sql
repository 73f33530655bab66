-- Notes that something happened while nobody watched, and has it sent on where its owner wants that: row and job are one
-- transaction with what happened.
create function notice.note(p_kind text, p_title text, p_address text)
returns bigint
language plpgsql
as $$
declare
    v_id bigint;
    v_delivery text;
begin
    insert into public.popagent_notices (kind, title, address, delivery)
    select
        p_kind, left(p_title, 200), p_address,
        case
            when s.url <> '' and case p_kind when 'done' then s.on_done when 'failed' then s.on_failed when 'waiting' then s.on_waiting else true end
            then 'pending'
            else 'none'
        end
    from public.popagent_notification_settings s
    returning id, delivery into v_id, v_delivery;
    if v_delivery = 'pending' then
        perform job.enqueue('notice', 'notice:' || v_id, convert_to(v_id::text, 'UTF8'));
    end if;
    return v_id;
end
$$;
