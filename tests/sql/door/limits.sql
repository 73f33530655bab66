do $$
begin
    assert (select (l.of_one, l.of_all, l.within, l.holds) = (5, 100, interval '5 minutes', interval '30 days') from door.limits() l),
        'as documented';
end
$$;
