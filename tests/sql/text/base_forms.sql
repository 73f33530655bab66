do $$
begin
    assert text.base_forms() ->> 'went' = 'go' and text.base_forms() ->> 'mice' = 'mous', 'forms lead to the stem of their base';
    assert not text.base_forms() ?| array['rose', 'bit', 'born', 'better', 'green'], 'words of their own are left out';
    assert not exists (
        select
        from jsonb_each_text(text.base_forms()) b
        where text.base_forms() ? b.value
    ), 'a base is no form itself';
end
$$;
