do $$
begin
    assert (select (r.keep_for, r.keep) = (interval '90 days', 5000) from memory.retention() r), 'as the settings say';
    assert (select (r.keep_for, r.keep) = (interval '1 day', 5000) from memory.retention('1 day') r), 'what is given holds';
    assert (select (r.keep_for, r.keep) = (interval '90 days', 0) from memory.retention(null, 0) r), 'each for itself';
    begin
        perform memory.retention('-1 day', 3);
        assert false, 'negative limits are refused';
    exception when sqlstate 'PT422' then
        null;
    end;
    delete from popagent_memory_retention_settings;
    assert (select (r.keep_for, r.keep) = (interval '1 day', 3) from memory.retention('1 day', 3) r), 'both given need no settings';
    begin
        perform memory.retention('1 day');
        assert false, 'missing settings are an error, nothing stands in for them';
    exception when sqlstate 'PT503' then
        null;
    end;
end
$$;
