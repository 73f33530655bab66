do $$
begin
    perform session.open('s', '', null);
    assert session.try_lock('s'), 'a session that nobody holds is locked';
    assert session.try_lock('s'), 'again by the same transaction too';
    assert session.try_lock('nowhere'), 'what does not exist needs no lock';
end
$$;
