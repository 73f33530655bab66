do $$
begin
    assert thread.text_of('[{"type": "text", "text": "hello"}]') = 'hello', 'the text of a text part';
    assert thread.text_of(
        '[{"type": "step-start"}, {"type": "reasoning", "text": "hm"}, {"type": "text", "text": "one"}, {"type": "text", "text": ""},
          {"type": "tool-remember", "toolCallId": "c", "input": {"text": "no"}}, {"type": "text", "text": " two "}]'
    ) = e'one\n\n two ', 'several are joined by a blank line as they stand, nothing else counts';
    assert thread.text_of('[]') = '', 'no parts, no text';
    assert thread.text_of('[{"type": "text"}, {"type": "text", "text": null}]') = '', 'a text part without text counts for nothing';
end
$$;
