set local popagent.now = '2026-03-01 00:00Z';

do $$
begin
    perform notice.note('done', 'One', '/tasks/1');
    perform set_config('popagent.now', '2026-03-31 00:00Z', true);
    assert notice.sweep() = 0, 'thirty days';
    perform set_config('popagent.now', '2026-03-31 00:01Z', true);
    assert notice.sweep() = 1, 'and no longer';
    assert not exists (select from notice.notices());
end
$$;
