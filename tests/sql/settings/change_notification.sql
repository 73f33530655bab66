do $$
declare
    v_hint text;
begin
    perform settings.change_notification(1, p_url => 'https://a.example/', p_secret_name => 'k', p_on_done => false);
    assert (select (s.url, s.secret_name, s.on_done, s.on_failed, s.revision)::text from settings.notification() s) = '(https://a.example/,k,f,t,2)', 'what is given changes';
    begin
        perform settings.change_notification(1, p_on_done => true);
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'revision_conflict', 'a stale change is refused';
    v_hint := null;
    begin
        perform settings.change_notification(2, p_secret_name => '');
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
    end;
    assert v_hint = 'out_of_range', 'what is sent is signed';
    perform settings.change_notification(2, p_url => '', p_secret_name => '');
end
$$;
