-- What a model is given as the content of a user's message: its text or, with files, a list of parts in its order.
-- p_images: the images that are given; the others are named in words. What a hook added follows the text.
create function thread.content_of(p_parts jsonb, p_thread_id text, p_images text[])
returns jsonb
language sql stable
as $$
select case
    when not p_parts @> '[{"type": "file"}]' then to_jsonb(thread.text_of(
        (
            select jsonb_agg(case when x.part ->> 'type' = 'data-hookContext' then x.part -> 'data' || '{"type": "text"}' else x.part end order by x.n)
            from jsonb_array_elements(p_parts) with ordinality as x (part, n)
        )
    ))
    else (
        select coalesce(jsonb_agg(c.part order by x.n, c.n), '[]')
        from jsonb_array_elements(p_parts) with ordinality as x (part, n)
        cross join lateral jsonb_array_elements(
            case
                when x.part ->> 'type' = 'file' then thread.file_content(x.part, p_thread_id, p_images)
                when x.part ->> 'type' = 'text' and x.part ->> 'text' <> '' then
                    jsonb_build_array(jsonb_build_object('type', 'text', 'text', x.part ->> 'text'))
                when x.part ->> 'type' = 'data-hookContext' then
                    jsonb_build_array(jsonb_build_object('type', 'text', 'text', x.part #> '{data,text}'))
                else '[]'
            end
        ) with ordinality as c (part, n)
    )
end
$$;
