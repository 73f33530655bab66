do $$
begin
    perform notice.note('done', 'Birds', '/tasks/1');
    assert (select count(*) = 1 from pg_trigger t where t.tgfoid = 'notice.ring'::regproc and not t.tgisinternal), 'a notice rings';
end
$$;
