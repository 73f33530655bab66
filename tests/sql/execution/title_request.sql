do $$
declare
    v_id uuid;
    v_row record;
    v_text text;
begin
    assert not exists (select from execution.title_request(gen_random_uuid())), 'what does not exist is not named';
    select a.execution_id into v_id from execution.accept_turn('s', 'm1', '[{"type": "text", "text": "What is tea?"}]', 'me', 10, 'model') a;
    assert not exists (select from execution.title_request(v_id)), 'nor what is not answered';
    perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "reasoning-delta", "id": "1", "delta": "hm"}, {"type": "text-delta", "id": "2", "delta": "A drink."}]');
    select * into strict v_row from execution.title_request(v_id);
    assert (v_row.thread_id, v_row.model) = ('s', 'model'), 'the model that answered is asked';
    assert v_row.messages = jsonb_build_array(
        jsonb_build_object('role', 'system', 'content', execution.title_prompt()),
        jsonb_build_object('role', 'user', 'content', e'The user wrote:\n\nWhat is tea?\n\nThe answer:\n\nA drink.')
    ), 'about what was asked and answered: ' || v_row.messages;

    select a.execution_id into v_id from execution.accept_turn('s', 'm2', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'And ' || repeat('x', 3000))), 'me', 10, 'other') a;
    perform execution.finish(v_id, 'me', 'completed', 'final', p_tail => '[{"type": "text-delta", "id": "1", "delta": "Another."}]');
    select r.messages #>> '{1,content}' into strict v_text from execution.title_request(v_id) r;
    assert v_text like e'The user wrote:\n\nWhat is tea?\n\nAnd xxx%[truncated]\n\nThe answer:\n\nAnother.' and char_length(v_text) < 2200, 'later too, in short';

    perform session.entitle('s', 'Tea');
    assert not exists (select from execution.title_request(v_id)), 'not when it has a title by now';
end
$$;
