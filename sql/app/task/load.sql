-- One task with how its newest run stands; PT404 when there is none.
create function task.load(p_id uuid)
returns table (
    id uuid,
    workspace_id text,
    title text,
    prompt text,
    origin text,
    schedule_id uuid,
    due_at timestamptz,
    state text,
    error text,
    thread_id text,
    execution_id uuid,
    attempt integer,
    recoveries integer,
    timeout_seconds integer,
    created_at timestamptz,
    started_at timestamptz,
    finished_at timestamptz,
    run_started_at timestamptz,
    model text,
    trace_id text,
    end_reason text,
    usage jsonb
)
language plpgsql stable
as $$
begin
    return query
    select *
    from task.list_page(p_id => p_id);
    if not found then
        raise sqlstate 'PT404' using message = 'There is no such task.', hint = 'task_not_found';
    end if;
end
$$;
