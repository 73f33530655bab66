do $$
begin
    perform session.open('s', '', null);
    assert session.lock('s') = 1, 'the revision of what is locked';
    assert session.lock('nowhere') is null, 'nothing when there is none';
end
$$;
