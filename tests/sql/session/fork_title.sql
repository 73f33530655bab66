do $$
begin
    assert session.fork_title('Tea') = 'Tea (fork)', 'a copy says that it is one';
    perform session.open('1', 'Tea (fork)', null);
    assert session.fork_title('Tea') = 'Tea (fork 2)', 'the next one has the next number';
    assert session.fork_title('Tea (fork)') = 'Tea (fork 2)', 'a copy of a copy does not say so twice';
    perform session.open('2', 'Tea (fork 2)', null);
    assert session.fork_title('Tea (fork 2)') = 'Tea (fork 3)', 'it counts on';
    perform session.remove('1');
    assert session.fork_title('Tea (fork 2)') = 'Tea (fork)', 'the first number that is free';
    assert session.fork_title('Tea (fork me)') = 'Tea (fork me) (fork)', 'other words in brackets are the owner''s';
    assert session.fork_title('(fork)') = '(fork)', 'even of nothing else';
    assert char_length(session.fork_title(repeat('x', 200))) <= 200, 'a long one fits';
end
$$;
