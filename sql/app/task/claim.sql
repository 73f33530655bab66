-- Decides what a job that a worker picked, perhaps once more, means: its task begins when it is queued, and nothing is
-- to be done otherwise. One that runs with an expired lease is recovered first. The new execution is the fencing
-- token: it alone can end the task, and only its owner can end it. The timeout is captured here. `origin` is as hooks
-- know it: manual or schedule.
create function task.claim(
    p_id uuid,
    p_owner text,
    p_lease_seconds integer,
    p_catalogue text[] default '{}',
    p_catalogue_is_complete boolean default false
)
returns table (
    execution_id uuid,
    thread_id text,
    answer_id text,
    trace_id text,
    model text,
    settings jsonb,
    timeout_seconds integer,
    origin text
)
language plpgsql
as $$
declare
    v_task public.popagent_agent_tasks;
    v_execution uuid := gen_random_uuid();
    v_settings jsonb;
begin
    perform execution.reap()
    where exists (select from public.popagent_agent_tasks t where t.id = p_id and t.state in ('running', 'cancelling'));
    select t.* into v_task
    from public.popagent_agent_tasks t
    where t.id = p_id
    for no key update;
    if v_task.state is distinct from 'queued' then
        return;
    end if;

    select s.settings into v_settings from settings.agent_runtime() s;
    perform execution.begin_task(
        v_task.thread_id, v_task.prompt, execution.model_for(null, p_catalogue, p_catalogue_is_complete),
        p_owner, p_lease_seconds, v_task.attempt + 1, v_execution
    );
    update public.popagent_agent_tasks t
    set
        state = 'running',
        execution_id = v_execution,
        attempt = t.attempt + 1,
        timeout_seconds = (v_settings ->> 'background_timeout_seconds')::integer,
        started_at = coalesce(t.started_at, public.clock())
    where t.id = p_id;
    return query
    select e.id, e.thread_id, e.answer_id, e.trace_id, e.model, e.settings, (v_settings ->> 'background_timeout_seconds')::integer,
        case when v_task.origin = 'schedule' then 'schedule' else 'manual' end
    from public.popagent_executions e
    where e.id = v_execution;
end
$$;
