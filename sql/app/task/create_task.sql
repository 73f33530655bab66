-- Makes a task with its thread and its job in the caller's transaction; returns its id. Workers see it by the commit.
-- A second task of one due time is refused by the constraint a_due_time_fires_once.
create function task.create_task(
    p_workspace_id text,
    p_title text,
    p_prompt text,
    p_origin text default 'manual',
    p_schedule_id uuid default null,
    p_due_at timestamptz default null
)
returns uuid
language plpgsql
as $$
declare
    v_id uuid := gen_random_uuid();
    v_prompt text := coalesce(btrim(p_prompt, e' \t\r\n'), '');
    v_title text := left(btrim(text.line(p_title)), 200);
    v_workspace_id text := workspace.resolve(p_workspace_id);
begin
    if char_length(v_prompt) not between 1 and 100000 then
        raise sqlstate 'PT422' using
            message = 'A task needs 1 to 100,000 characters that say what is to be done.', hint = 'out_of_range';
    end if;
    perform thread.open('task-' || v_id, 'task', 'popagent-user');
    insert into public.popagent_agent_tasks (id, workspace_id, title, prompt, origin, schedule_id, due_at, thread_id)
    values (
        v_id, v_workspace_id, coalesce(nullif(v_title, ''), session.title_from(text.line(v_prompt))),
        v_prompt, p_origin, p_schedule_id, p_due_at, 'task-' || v_id
    );
    perform task.enqueue(v_id);
    return v_id;
end
$$;
