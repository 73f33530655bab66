do $$
begin
    perform hook.create_hook('{"event": "Stop", "kind": "command", "argv": ["/bin/true"]}') from generate_series(1, 3);
    assert (select count(*) = 2 from hook.export_hooks(null, 2)), 'a page';
    assert (
        select count(*) = 1
        from hook.export_hooks((select e.key from hook.export_hooks(null, 2) e order by e.key desc limit 1), 10) e
    ), 'and what is after it';
end
$$;
