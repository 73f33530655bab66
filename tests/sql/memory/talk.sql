do $$
begin
    assert memory.talk('episode', 'a') = memory.talk('episode', 'a') and memory.talk('episode', 'a') <> memory.talk('episode', 'b'), 'one number a session';
    assert memory.talk('fact', 'a') is null and memory.talk('episode', null) is null, 'only episodes of a session have one';
end
$$;
