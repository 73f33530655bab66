do $$
begin
    perform memory.remember('r', 'PostgreSQL getUserName 4711');
    assert (select l.term from memory.lookalikes('r', 'postgersql', 3) l limit 1) = 'postgresql', 'a misspelling';
    assert (select l.term from memory.lookalikes('r', 'username', 3) l limit 1) = 'getusernam', 'a part of an identifier';
    assert not exists (select from memory.lookalikes('r', '4712', 3)), 'numbers do not look alike';
    assert not exists (select from memory.lookalikes('stranger', 'postgersql', 3)), 'of its own owner';
end
$$;
