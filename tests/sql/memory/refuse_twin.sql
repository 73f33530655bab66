do $$
declare
    v_tea uuid := (select r.id from memory.remember('r', 'Tea') r);
    v_keyed uuid := (select r.id from memory.remember('r', 'Coffee', 'drink') r);
    v_hint text;
begin
    perform memory.refuse_twin('r', v_tea, 'Tea!', null);
    perform memory.refuse_twin('r', v_keyed, 'Cocoa', 'drink');
    perform memory.refuse_twin('other', v_tea, 'Coffee', 'drink');
    begin
        perform memory.refuse_twin('r', v_tea, 'Tea', 'drink');
        assert false, 'a key belongs to one fact';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'key_taken', v_hint;
    end;
    begin
        perform memory.refuse_twin('r', v_keyed, 'tea', null);
        assert false, 'facts without a key do not say the same';
    exception when sqlstate 'PT409' then
        get stacked diagnostics v_hint = pg_exception_hint;
        assert v_hint = 'duplicate_fact', v_hint;
    end;
end
$$;
