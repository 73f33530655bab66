do $$
declare
    v_id text := (select f.id from thread.store_attachment('p.png', 'image/png', decode(repeat('00ff', 99), 'hex')) f);
begin
    assert (
        select d ->> 'content' = translate(encode(a.content, 'base64'), e'\n', '') and d ->> 'content' !~ '\s'
        and d ->> 'sha256' = encode(sha256(a.content), 'hex')
        and d - array['content', 'sha256'] = to_jsonb(a) - array['content', 'sha256']
        from popagent_attachments a, thread.described_attachment(a) d
        where a.id = v_id
    ), 'base64 on one line, the hash in digits, the other columns as they are';
end
$$;
