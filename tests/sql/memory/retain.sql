do $$
declare
    v_first record;
    v_again record;
    v_episode popagent_memories;
begin
    select * into v_first
    from memory.retain(p_resource_id => 'r', p_session_id => 's', p_user_text => ' Hello ', p_assistant_text => 'Hi there', p_created_at => '2026-05-04 10:00+00');
    assert v_first.created, 'an exchange is stored';
    select * into v_episode from popagent_memories m where m.id = v_first.id;
    assert (v_episode.kind, v_episode.content, v_episode.session_id, v_episode.created_at)
        = ('episode', e'User: Hello\nAssistant: Hi there', 's', timestamptz '2026-05-04 10:00+00'), 'both sides, session and time';

    select * into v_again from memory.retain('r', 'other', 'Hello', 'Hi there', now());
    assert (v_again.id, v_again.created) = (v_first.id, false), 'the same exchange is stored once';
    assert (select r.created from memory.retain('other', 's', 'Hello', 'Hi there', now()) r), 'for each owner';

    for v_again in
        select r.*
        from (values (null, 'x'), ('x', null), ('', 'x'), ('x', e' \n '), (U&'\feff', 'x')) c (said, answer)
        cross join lateral memory.retain('r', 's', c.said, c.answer, now()) r
    loop
        assert v_again.id is null and not v_again.created, 'an empty side stores nothing';
    end loop;

    v_again := memory.retain('r', 's', repeat('u', 4001), repeat('🙂', 8001), now());
    select * into v_episode from popagent_memories m where m.id = v_again.id;
    assert v_episode.content like 'User: uuu%u … [truncated]' || e'\n' || 'Assistant: 🙂%', 'user text is cut at 4,000 with a mark within';
    assert char_length(v_episode.content) = 6 + 4000 + 12 + 8000, 'assistant text at 8,000';
    assert v_episode.content like '%🙂 … [truncated]', 'each cut is marked';

    set local popagent.now = '2026-06-01 00:00+00';
    v_again := memory.retain('r', 's', 'no', 'time');
    assert (select m.created_at from popagent_memories m where m.id = v_again.id) = '2026-06-01 00:00+00', 'without a time it is now';
    begin
        perform memory.retain('', 's', 'x', 'y', now());
        assert false, 'an episode needs an owner';
    exception when sqlstate 'PT422' then
        null;
    end;
end
$$;
