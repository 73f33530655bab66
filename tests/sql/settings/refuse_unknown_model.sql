do $$
declare
    v_hint text;
begin
    perform settings.refuse_unknown_model('one', array['one', 'two'], true);
    perform settings.refuse_unknown_model('other', array['one', 'two'], false);
    perform settings.refuse_unknown_model('other', '{}', false);
    begin
        perform settings.refuse_unknown_model('other', array['one', 'two'], true);
        assert false, 'a model that a complete catalogue lacks is refused';
    exception when sqlstate 'PT422' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'unknown_model', v_hint;
    end;
end
$$;
