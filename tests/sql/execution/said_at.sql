create function pg_temp.says(p_text text, p_at timestamptz, p_thread_id text default 's')
returns void
language plpgsql
as $$
begin
    perform set_config('popagent.now', p_at::text, true);
    perform thread.append(p_thread_id, replace(gen_random_uuid()::text, '-', ''), 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', p_text)), '{}', gen_random_uuid());
end
$$;

do $$
declare
    v_fact text := 'The user''s favourite colour is teal.';
    v_old timestamptz := '2026-05-01 10:00+00';
    v_new timestamptz := '2026-05-03 10:00+00';
    v_recalled uuid := (select r.id from memory.retain('popagent-user', 'else', 'Teal suits me', 'It does', '2026-04-01') r);
begin
    perform thread.open('s', 'chat', 'popagent-user');
    perform thread.open('t', 'chat', 'popagent-user');
    perform pg_temp.says('Remember that my favourite colour is teal', v_old);
    assert execution.said_at('popagent-user', 's', v_fact, null, '{}') is null, 'nobody minds as long as nothing was deleted';

    set local popagent.now = '2026-05-02 10:00+00';
    perform memory.forget('popagent-user', (select r.id from memory.remember('popagent-user', v_fact, 'favourite colour') r));
    perform pg_temp.says('What is my favourite colour? And how is the user interface coming along?', v_new);
    assert execution.said_at('popagent-user', 's', v_fact, 'favourite colour', '{}') = v_old, 'a question says nothing anew';
    assert execution.said_at('popagent-user', 's', v_fact, null, '{}') = v_old, 'with a key or without';
    assert execution.said_at('popagent-user', 's', 'Teal it is, for the user', 'favourite colour', '{}') = v_old, 'nor does another wording under the key';
    assert execution.said_at('popagent-user', 's', 'The user loves the sea', null, '{}') is null, 'what has neither its text nor its key was never deleted';
    assert execution.said_at('popagent-user', 's', 'Er mag Petrol', 'favourite colour', '{}') = v_old, 'what nobody said is as old as the thread';
    assert execution.said_at('popagent-user', 't', v_fact, 'favourite colour', '{}') is null, 'an empty thread has no age';
    assert execution.said_at('popagent-user', 's', 'The user prefers ochre', 'favourite colour', '{}') = v_old, 'a new value that nobody said as well';

    perform pg_temp.says('Make it ochre', v_new + interval '1 hour');
    assert execution.said_at('popagent-user', 's', 'The user prefers ochre', 'favourite colour', '{}') = v_new + interval '1 hour', 'a new value that was said is new';
    assert execution.said_at('popagent-user', 's', v_fact, 'favourite colour', '{}') = v_old, 'the old one is not';
    perform pg_temp.says('No, teal again', v_new + interval '2 hours');
    assert execution.said_at('popagent-user', 's', v_fact, 'favourite colour', '{}') = v_new + interval '2 hours', 'until it is said again';

    perform pg_temp.says('What do you know of me?', v_new, 't');
    assert execution.said_at('popagent-user', 't', v_fact, 'favourite colour', '{}') = v_new, 'in a new chat all is new';
    assert execution.said_at('popagent-user', 't', v_fact, 'favourite colour', array[v_recalled]) = '2026-04-01', 'but for what was recalled into it';
    perform pg_temp.says('Teal is my colour', v_new + interval '1 hour', 't');
    assert execution.said_at('popagent-user', 't', v_fact, 'favourite colour', array[v_recalled]) = v_new + interval '1 hour', 'which may be said again too';
    assert execution.said_at('stranger', 't', v_fact, 'favourite colour', array[v_recalled]) is null, 'all of one owner';
end
$$;
