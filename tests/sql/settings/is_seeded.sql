do $$
declare
    v_seeded timestamptz := (select d.applied_at from popagent_data_migrations d where d.id = 'agent-runtime-settings-1');
begin
    assert settings.is_seeded(v_seeded), 'the moment of a seed';
    assert not settings.is_seeded(v_seeded + interval '1 microsecond'), 'any other';
    assert not settings.is_seeded(null);
end
$$;
