-- Which images of a thread's messages, from a position to another, a model is given: the newest ones, within a number and
-- a size in bytes. One that several messages name is given with the newest of them.
create function thread.images_given(
    p_thread_id text,
    p_from bigint,
    p_until bigint default null,
    p_most integer default 8,
    p_most_bytes bigint default 20971520
)
returns table ("position" bigint, id text)
language sql stable
as $$
with named as (
    select distinct on (a.id) m.position, x.n, a.id, a.size_bytes
    from public.popagent_messages m
    cross join lateral jsonb_array_elements(m.parts) with ordinality as x (part, n)
    join public.popagent_attachments a on a.id = thread.attachment_id(x.part)
    where m.thread_id = p_thread_id
    and m.position >= p_from
    and (p_until is null or m.position <= p_until)
    and m.role = 'user'
    and m.parts @> '[{"type": "file"}]'
    and a.thread_id = p_thread_id
    and a.media_type <> 'text/plain'
    order by a.id, m.position desc, x.n
),
counted as (
    select
        i.position,
        i.id,
        row_number() over (order by i.position desc, i.n) as place,
        sum(i.size_bytes) over (order by i.position desc, i.n) as bytes
    from named i
)
select c.position, c.id
from counted c
where c.place <= p_most
and c.bytes <= p_most_bytes
$$;
