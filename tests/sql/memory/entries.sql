do $$
begin
    assert (select array_agg((e.term, e.talk = memory.talk('episode', 's'), e.frequency, e.length)::text order by e.term)
        from memory.entries('episode', 's', 'tea', popagent_words('green tea and tea'), '2026-05-04') e)
        = array['(2026,t,1,7)', '(4,t,1,7)', '(green,t,1,7)', '(may,t,1,7)', '(monday,t,1,7)', '(tea,t,2,7)'], 'an episode''s words and date';
    assert (select array_agg((e.term, e.talk is null, e.frequency, e.length)::text) from memory.entries('fact', 's', 'tea', popagent_words('tea'), '2026-05-04') e)
        = array['(tea,t,1,1)'], 'a fact has words alone, and no session';
    assert not exists (select from memory.entries('fact', null, '???', '', '2026-05-04')), 'what has no words has none';
end
$$;
