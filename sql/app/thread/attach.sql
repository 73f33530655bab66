-- Gives a thread the files that a message comes with, and returns the message's parts as they are stored.
-- The caller stores the message in the same transaction. Attaching again what the thread has is no fault,
-- so that a message may wait with its files, or be sent again with them. What is attached twice is kept once.
create function thread.attach(p_thread_id text, p_parts jsonb)
returns jsonb
language plpgsql
as $$
begin
    if jsonb_array_length(jsonb_path_query_array(p_parts, '$[*] ? (@.type == "file")')) > 10 then
        raise sqlstate 'PT422' using
            message = 'A message can carry at most 10 files. Send the others with another message.',
            hint = 'too_many_files';
    end if;
    return (
        with stored as (
            select
                x.n,
                x.part ->> 'type' = 'file' as is_file,
                case when x.part ->> 'type' = 'file' then thread.attach_part(p_thread_id, x.part) else x.part end as part
            from jsonb_array_elements(p_parts) with ordinality as x (part, n)
        )
        select coalesce(jsonb_agg(s.part order by s.n), '[]')
        from stored s
        where not (s.is_file and exists (select from stored e where e.part = s.part and e.n < s.n))
    );
end
$$;
