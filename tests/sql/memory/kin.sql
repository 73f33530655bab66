do $$
begin
    perform memory.remember('r', 'Photograph, photographer, phone, organisation');
    assert 'photograph' in (select k.term from memory.kin('r', 'photographi', true, 3) k), 'a word that begins alike';
    assert (select max(k.likeness) from memory.kin('r', 'photographi', true, 3) k) between 0.25 and 1, 'with its likeness';
    assert not exists (select from memory.kin('r', 'organizasion', true, 3) k where k.term <> 'organis'), 'not one that only looks alike, while the word is held';
    assert (select k.term from memory.kin('r', 'hpotographer', false, 1) k) = 'photograph', 'but so when it is not';
    assert not exists (select from memory.kin('r', 'photograph', true, 3) k where k.term = 'photograph'), 'never itself';
    assert not exists (select from memory.kin('r', 'pho', false, 3)) and not exists (select from memory.kin('r', '2026', false, 3)), 'short words and numbers have none';
    assert (select count(*) from memory.kin('r', 'photographi', true, 1)) = 1, 'at most so many';
    assert not exists (select from memory.kin('stranger', 'photographi', true, 3)), 'of its own owner';
end
$$;
