do $$
begin
    assert execution.title_prompt() like 'Give this conversation a title%', 'the demo model knows the request by its beginning';
    assert execution.title_prompt() !~ '[\n\r]', 'one line';
end
$$;
