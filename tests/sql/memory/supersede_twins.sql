do $$
declare
    v_plain uuid := (select r.id from memory.remember('r', 'Theme: dark') r);
    v_keyed uuid := (select r.id from memory.remember('r', 'Theme: light', 'ui.theme') r);
begin
    perform memory.supersede_twins('r', v_plain);
    perform memory.supersede_twins('r', v_keyed);
    assert (select count(*) from memory.facts) = 2, 'facts that differ stay';
    perform memory.remember('r', 'theme: dark', 'ui.theme');
    assert (select array_agg(f.id) from memory.facts f) = array[v_keyed], 'the one with the key stands for both';
    assert (select count(*) from memory.history h where h.superseded_by = v_keyed) = 2, 'and the other is its history';
end
$$;
