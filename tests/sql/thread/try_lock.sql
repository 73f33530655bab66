do $$
begin
    perform thread.open('t', 'chat', 'r');
    assert thread.try_lock('t');
    assert not thread.try_lock('nowhere'), 'what is not there cannot be locked';
end
$$;
