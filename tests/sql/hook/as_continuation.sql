do $$
begin
    assert hook.as_continuation('Tests fail.') like 'A hook%<hook_context>%Tests fail.%', 'why it may not end stands in it, marked';
end
$$;
