do $$
begin
    assert (select count(distinct k.kind) = count(*) and count(distinct k.place) = count(*) and (min(k.place), max(k.place)) = (1, count(*)) from data.kinds() k), 'each kind once, in one order';
    assert not exists (select from data.kinds() k where to_regclass('public.' || k.table_name) is null), 'of tables that there are';
end
$$;
