do $$
begin
    assert data.seeds() @> '{agent-runtime-settings-1,default-workspace-1}', 'what this database was seeded with';
    insert into popagent_data_migrations (id) values ('_'), ('Z');
    assert (data.seeds())[1:2] = '{Z,_}', 'in the order of the bytes, whatever the collation';
    delete from popagent_data_migrations;
    assert data.seeds() = '{}';
end
$$;
