-- What a specialist is given of the conversation before its prompt: the newest messages up to the parent's question,
-- their text alone, as many and as long as the parent's settings allow. It begins with a user's message.
create function execution.handed_over(p_parent_id uuid)
returns jsonb
language sql stable
as $$
with recent as (
    select m.position, m.role, thread.text_of(m.parts) as content, s.characters
    from public.popagent_executions e
    cross join lateral (
        select
            (e.settings ->> 'delegation_context_messages')::integer as messages,
            (e.settings ->> 'delegation_context_characters')::bigint as characters
    ) s
    join public.popagent_messages q on q.thread_id = e.thread_id and q.id = e.question_id
    join public.popagent_messages m on m.thread_id = e.thread_id and m.position <= q.position and m.shown
    where e.id = p_parent_id
    order by m.position desc
    limit (
        select (p.settings ->> 'delegation_context_messages')::integer
        from public.popagent_executions p
        where p.id = p_parent_id
    )
),
fitting as (
    select *
    from (select r.*, sum(char_length(r.content)) over (order by r.position desc) as size from recent r) x
    where x.size <= x.characters
    and x.content <> ''
)
select coalesce(jsonb_agg(jsonb_build_object('role', f.role, 'content', f.content) order by f.position), '[]')
from fitting f
where f.position >= (select min(o.position) from fitting o where o.role = 'user')
$$;
