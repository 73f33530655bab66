do $$
begin
    perform memory.retain('r', 's', 'Shall we paint?', 'Gladly', '2026-01-01');
    perform memory.retain('r', 's', 'What about the lighthouse at noon?', 'A fine motif', '2026-01-01');
    perform memory.remember('r', 'The lighthouse opens at noon', p_importance => 0.9);
    perform memory.remember('r', 'Lunch is at noon');
    assert (select count(*) from memory.scored('r', 'lighthouse noon')) = 4, 'what matches, and its neighbours';
    assert (select array_agg(m.content) from memory.scored('r', 'lighthouse noon') s join popagent_memories m using (seq) where s.near)
        = array['The lighthouse opens at noon'], 'a fact that says as much as the best is near, one that says half of it is not';
    assert (select bool_and((s.own = 0) = (s.lent > 0)) from memory.scored('r', 'lighthouse noon') s join popagent_memories m using (seq) where m.kind = 'episode'), 'own and lent are told apart';
    assert (select bool_and(s.lent = 0 and s.talk = 0) from memory.scored('r', 'lighthouse noon') s join popagent_memories m using (seq) where m.kind = 'fact'), 'facts borrow nothing';
    assert (select s.importance from memory.scored('r', 'opens') s) = 0.9, 'importance comes along';
end
$$;
