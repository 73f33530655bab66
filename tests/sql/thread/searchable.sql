do $$
begin
    assert thread.searchable('[
        {"type": "step-start"},
        {"type": "reasoning", "text": "thought"},
        {"type": "text", "text": "said"},
        {"type": "tool-search", "input": {"q": "asked"}, "output": "found"},
        {"type": "text", "text": ""},
        {"type": "file", "mediaType": "application/pdf", "filename": "plan.pdf", "url": "/api/attachments/1"},
        {"type": "file", "mediaType": "image/png", "url": "/api/attachments/2"},
        {"type": "data-recall", "data": {"text": "given"}}
    ]') = e'said\n\nplan.pdf', 'what was said and what files are called; no thoughts, no tools, no data';
    assert thread.searchable('[]') = '', 'nothing of nothing';
end
$$;
