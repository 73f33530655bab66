do $$
begin
    assert memory.outdates('Port is 23', 'Port is 22', 0.7, false, true), 'much alike and no less important';
    assert memory.outdates('Port is 23', 'Port is 22', 0.7, false, false), 'less important, but another number';
    assert memory.outdates('I now live in Paris', 'I live in Berlin', 0.5, false, false), 'or a word of change';
    assert not memory.outdates('Belongs to Hugo', 'Belongs to Anna', 0.6, false, false), 'else importance stands';
    assert not memory.outdates('Tea now', 'Coffee', 0.3, false, true), 'what is not alike is another matter';
    assert memory.outdates('Port: 23', 'ssh listens at 22', 0.3, true, false), 'a correction needs less likeness';
    assert not memory.outdates('Port: 23', 'Tea', 0.1, true, true), 'but some';
end
$$;
