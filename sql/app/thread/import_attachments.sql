-- Compares files of an export with those stored; with p_write what is not there comes in.
create function thread.import_attachments(p_rows jsonb, p_write boolean)
returns table (n bigint, stored jsonb, given jsonb)
language plpgsql
as $$
begin
    return query
    select
        r.n,
        case when a.id is not null then thread.described_attachment(a) end,
        r.described || jsonb_build_object('created_at', (r.described ->> 'created_at')::timestamptz)
    from jsonb_array_elements(p_rows) with ordinality r (described, n)
    left join public.popagent_attachments a on a.id = r.described ->> 'id';
    if p_write then
        insert into public.popagent_attachments
            (id, thread_id, name, media_type, size_bytes, sha256, content, text_content, created_at)
        select
            g.id, g.thread_id, g.name, g.media_type, g.size_bytes, decode(r.described ->> 'sha256', 'hex'),
            decode(r.described ->> 'content', 'base64'), g.text_content, g.created_at
        from jsonb_array_elements(p_rows) r (described)
        cross join jsonb_populate_record(
            null::public.popagent_attachments, r.described - array['sha256', 'content']
        ) g
        on conflict do nothing;
    end if;
end
$$;
