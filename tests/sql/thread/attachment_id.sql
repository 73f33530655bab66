do $$
begin
    assert thread.attachment_id('{"type": "file", "url": "/api/attachments/a-1_B"}') = 'a-1_B', 'the end of the address';
    assert thread.attachment_id('{"type": "text", "url": "/api/attachments/a1"}') is null, 'only a file names one';
    assert thread.attachment_id('{"type": "file", "url": "https://example.org/api/attachments/a1"}') is null, 'an address elsewhere names none';
    assert thread.attachment_id('{"type": "file", "url": "/api/attachments/a1/../b"}') is null, 'nor does more than an id';
    assert thread.attachment_id('{"type": "file"}') is null, 'nor does a part without an address';
    assert thread.attachment_id('"file"') is null, 'nor does what is no part';
end
$$;
