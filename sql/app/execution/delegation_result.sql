-- What the supervisor is given of a delegation: the text of the specialist's last step, cut to the settings' bound,
-- or the configured words for a failure. Nothing else crosses.
create function execution.delegation_result(p_execution_id uuid)
returns text
language sql stable
as $$
with answer as (
    select e.state, e.settings, thread.text_of((
        select jsonb_agg(x.part order by x.n)
        from jsonb_array_elements(m.parts) with ordinality as x (part, n)
        where x.n > coalesce((
            select max(y.n)
            from jsonb_array_elements(m.parts) with ordinality as y (part, n)
            where y.part ->> 'type' = 'step-start'
        ), 0)
    )) as content,
    (e.settings ->> 'delegation_result_characters')::integer as most
    from public.popagent_executions e
    left join public.popagent_messages m on m.thread_id = e.thread_id and m.id = e.answer_id
    where e.id = p_execution_id
)
select case
    when a.state <> 'completed' or coalesce(btrim(a.content), '') = '' then a.settings ->> 'delegation_failure_text'
    when char_length(a.content) <= a.most then a.content
    else left(a.content, a.most) || e'\n\n' || (a.settings ->> 'delegation_truncation_text')
end
from answer a
$$;
