do $$
declare
    v_old uuid := (select r.id from memory.remember('r', 'Old') r);
    v_new uuid := (select r.id from memory.remember('r', 'New') r);
    v_episode uuid := (select r.id from memory.retain('r', 's', 'Hello', 'Hi') r);
begin
    perform memory.supersede_named('r', null, v_new);
    perform memory.supersede_named('r', v_new, v_new);
    assert not exists (select from memory.history), 'none named, or itself, does nothing';
    begin
        perform memory.supersede_named('r', v_episode, v_new);
        assert false, 'an episode is not corrected';
    exception when sqlstate 'PT404' then
        null;
    end;
    perform memory.supersede_named('r', v_old, v_new);
    perform memory.supersede_named('r', v_old, v_new);
    assert (select count(*) from memory.history) = 1, 'a named fact becomes history, once';
end
$$;
