do $$
declare
    v_first record;
    v_again record;
    v_fact popagent_memories;
begin
    select * into v_first from memory.remember(p_resource_id => 'r', p_content => ' Tea, not coffee. ', p_importance => 0.7, p_session_id => 's');
    assert v_first.created, 'a new fact is new';
    select * into v_fact from popagent_memories m where m.id = v_first.id;
    assert (v_fact.kind, v_fact.content, v_fact.importance, v_fact.session_id, v_fact.revision, v_fact.access_count)
        = ('fact', 'Tea, not coffee.', 0.7::float8, 's', 1::bigint, 0::bigint), 'it is stored trimmed, with all that was said of it';

    select * into v_again from memory.remember('r', 'tea,  NOT coffee');
    assert (v_again.id, v_again.created) = (v_first.id, false), 'what is only spelt otherwise is the same fact';
    select * into v_again from memory.remember('r', 'Tea, not C++.');
    assert v_again.created, 'what differs is another';
    select * into v_again from memory.remember('other', 'Tea, not coffee.');
    assert v_again.created and v_again.id <> v_first.id, 'and so it is for another owner';

    select * into v_first from memory.remember('r', 'Theme: light', 'ui.theme');
    select * into v_again from memory.remember('r', 'Theme: dark', 'ui.theme');
    assert (v_again.id, v_again.created) = (v_first.id, false), 'a key keeps its fact';
    assert (select array_agg(f.content) from memory.facts f where f.key = 'ui.theme') = array['Theme: dark'], 'its value is replaced';
    assert (select array_agg((h.content, h.successor)::text) from memory.history h where h.key = 'ui.theme')
        = array['("Theme: light","Theme: dark")'], 'the old value stays as history';
    assert not exists (select from memory.recall('r', 'light')), 'out of recall at once';
    assert (select c.content from memory.recall('r', 'theme') c limit 1) = 'Theme: dark', 'the new one is found';
    assert (select f.revision from memory.facts f where f.key = 'ui.theme') = 2, 'an editor of the old value will notice';

    select * into v_again from memory.remember('r', 'theme: DARK', 'ui.theme', 0.9);
    assert (select count(*) from memory.history h where h.key = 'ui.theme') = 1, 'saying it again makes no history';
    assert (select (f.importance, f.revision) = (0.9::float8, 3::bigint) from memory.facts f where f.key = 'ui.theme'), 'but may make it more important';
    perform memory.remember('r', 'theme: DARK', 'ui.theme', 0.9);
    assert (select f.revision from memory.facts f where f.key = 'ui.theme') = 3, 'or change nothing that an editor would mind';
    select * into v_again from memory.remember('r', 'Theme: dark');
    assert (v_again.id, v_again.created) = (v_first.id, false), 'nor does saying it without the key';
end
$$;

do $$
declare
    v_old uuid;
    v_new uuid;
begin
    v_old := (select r.id from memory.remember('k', 'I live in Berlin.') r);
    v_new := (select r.id from memory.remember('k', 'I live in Berlin', 'home') r);
    assert v_new = v_old, 'a key takes over the fact without one that says the same';

    v_old := (select r.id from memory.remember('k', 'The port is 22.') r);
    v_new := (select r.id from memory.remember('k', 'The port is 49222.', p_supersedes => v_old) r);
    assert (select (m.superseded_by, m.superseded_at is not null) = (v_new, true) from popagent_memories m where m.id = v_old),
        'a fact may be named as corrected by another';
    assert (select array_agg(c.content) from memory.recall('k', 'which port?') c) = array['The port is 49222.'], 'and is recalled no more';
    begin
        perform memory.remember('k', 'The port is 1.', p_supersedes => gen_random_uuid());
        assert false, 'what is corrected must exist';
    exception when sqlstate 'PT404' then
        null;
    end;
    begin
        perform memory.remember('stranger', 'The port is 1.', p_supersedes => v_new);
        assert false, 'and belong to the same owner';
    exception when sqlstate 'PT404' then
        null;
    end;
    assert (select f.content from memory.facts f where f.resource_id = 'k' and f.content like '%port%') = 'The port is 49222.', 'a refusal changes nothing';
end
$$;

do $$
declare
    v_said timestamptz := '2026-05-01 10:00+00';
    v_gone record;
begin
    set local popagent.now = '2026-05-02 10:00+00';
    perform memory.forget('t', (select r.id from memory.remember('t', 'I smoke.', 'habit') r));
    select * into v_gone from memory.remember('t', 'i smoke', p_said_at => v_said);
    assert v_gone.id is null and not v_gone.created, 'what was said before its deletion does not come back';
    select * into v_gone from memory.remember('t', 'I smoke a pipe.', 'habit', p_said_at => v_said);
    assert v_gone.id is null, 'neither does its key';
    assert not exists (select from memory.facts f where f.resource_id = 't'), 'nothing was stored';
    assert (select r.created from memory.remember('t', 'I smoke.', p_said_at => '2026-05-03 10:00+00') r), 'said anew it is stored';
    assert (select r.created from memory.remember('t', 'I smoke.', 'habit') r) is not null, 'and its owner may always add it';
    assert (select r.created from memory.remember('u', 'I smoke.', p_said_at => v_said) r), 'another owner never deleted it';
end
$$;
