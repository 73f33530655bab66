do $$
begin
    assert execution.most_delegations() between 10 and 100, 'there is an end to delegating';
end
$$;
