do $$
begin
    assert (select array_agg(t.term order by t.term) from memory.telling_terms('The user''s favourite colour is teal.', 'favourite colour') t)
        = array['teal'], 'neither what it is about nor whom';
    assert (select array_agg(t.term order by t.term) from memory.telling_terms('The user smokes.', null) t) = array['smoke'], 'without a key as well';
    assert (select array_agg(t.term order by t.term) from memory.telling_terms('The UI theme', 'ui.theme') t) = array['theme', 'ui'],
        'all when nothing else is left';
    assert not exists (select from memory.telling_terms('the of and', 'k')), 'stop words tell nothing';
end
$$;
