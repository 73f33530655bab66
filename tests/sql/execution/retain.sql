do $$
declare
    v_hi jsonb := '[{"type": "step-start"}, {"type": "text", "text": "Hi there."}]';
begin
    set local popagent.now = '2026-03-01 12:00+00';
    perform execution.accept_turn('s', 'm', '[{"type": "text", "text": "Hello you."}]', 'me', 10, 'model');
    perform execution.accept_turn('t', 'blank', '[{"type": "data-x", "data": 1}]', 'me', 10, 'model');

    perform execution.retain('s', 'm', '[{"type": "step-start"}, {"type": "reasoning", "text": "hm"}]');
    perform execution.retain('t', 'blank', v_hi);
    perform execution.retain('s', 'nothing', v_hi);
    perform execution.retain('nowhere', 'm', v_hi);
    assert not exists (select from popagent_memories), 'both sides must have said something';

    perform execution.retain('s', 'm', v_hi);
    assert (
        select
            count(*) = 1
            and bool_and(
                m.kind = 'episode' and m.resource_id = 'popagent-user' and m.session_id = 's' and m.created_at = '2026-03-01 12:00+00'
                and m.content like '%Hello you.%Hi there.%'
            )
        from popagent_memories m
    ), 'an episode of what both said, for the thread''s owner';

    perform session.open('secret', '', null, p_temporary => true);
    perform execution.accept_turn('secret', 'm', '[{"type": "text", "text": "Psst."}]', 'me', 10, 'model');
    perform execution.retain('secret', 'm', v_hi);
    assert (select count(*) = 1 from popagent_memories), 'a temporary session leaves none';
    perform execution.accept_turn(
        'u', 'm', '[{"type": "file", "data": "eA==", "text": "x", "mediaType": "text/plain", "filename": "plan.txt"}]', 'me', 10, 'model'
    );
    perform execution.retain('u', 'm', v_hi);
    assert exists (
        select from popagent_memories m where m.session_id = 'u' and m.content like '%plan.txt%Hi there.%'
    ), 'of a question of files alone, their names';
end
$$;

do $$
begin
    perform execution.accept_turn('v', 'm', '[{"type": "text", "text": "My token is hunter2."}]', 'me', 10, 'model');
    perform execution.retain('v', 'm', '[{"type": "text", "text": "I see."}]', 'My token is [secret:token].');
    assert (
        select m.content like '%[secret:token]%' and m.content not like '%hunter2%'
        from popagent_memories m
        where m.session_id = 'v'
    ), 'the question reads as the program says';
end
$$;
