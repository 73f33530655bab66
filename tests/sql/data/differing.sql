do $$
begin
    assert data.differing('{"a": 1, "b": [1, {"c": null}]}', '{"b": [1.0, {"c": null}], "a": 1}') = '{}', 'equal values';
    assert data.differing('{"a": 1, "b": 2, "c": 3}', '{"a": 1, "b": 3, "d": 4}') = '{b,c,d}', 'other values, and fields that one of them lacks';
    assert data.differing('{"a": null}', '{}') = '{a}';
end
$$;
