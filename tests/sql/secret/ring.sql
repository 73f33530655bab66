do $$
begin
    perform secret.store('popagent-user', 'n', 'k', decode(repeat('01', 12), 'hex'), decode(repeat('00', 16), 'hex'), '12345678');
    assert (select count(*) = 1 from pg_trigger t where t.tgfoid = 'secret.ring'::regproc and not t.tgisinternal), 'what is stored rings';
end
$$;
