do $$
declare
    v_old uuid := (select r.id from memory.remember('r', 'The bakery opens at seven') r);
    v_new uuid := (select r.id from memory.remember('r', 'The bakery opens at eight') r);
    v_case record;
    v_hint text;
begin
    perform memory.replace_by('r', v_old, v_new);
    perform memory.reinstate('r', v_old);
    assert (select array_agg(f.content order by f.content) from memory.facts f) = array['The bakery opens at eight', 'The bakery opens at seven'], 'both hold again';
    assert exists (select from memory.recall('r', 'seven')) and not exists (select from memory.check_index()), 'it is recalled again';
    assert (select m.revision from popagent_memories m where m.id = v_old) = 3, 'an editor will notice';

    perform memory.replace_by('r', v_old, v_new);
    perform memory.remember('r', 'the bakery opens at seven.');
    perform memory.remember('k', 'Light', 'ui.theme'), memory.remember('k', 'Dark', 'ui.theme');
    for v_case in
        select *
        from (values
            ('duplicate_fact', 'r', v_old),
            ('key_taken', 'k', (select h.id from memory.history h where h.resource_id = 'k')),
            ('memory_not_found', 'r', v_new),
            ('memory_not_found', 'stranger', v_old)
        ) c (hint, resource_id, id)
    loop
        begin
            perform memory.reinstate(v_case.resource_id, v_case.id);
            assert false, format('%s must be refused', v_case.hint);
        exception when sqlstate 'PT404' or sqlstate 'PT409' then
            get stacked diagnostics v_hint = pg_exception_hint;
            assert v_hint = v_case.hint, v_hint;
        end;
    end loop;
end
$$;
