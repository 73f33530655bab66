-- Recalled memories as the text a model is given, and which they are; block null when there are none.
-- One line each under a fixed header: kind, date, text without line breaks, at most 4,000 characters,
-- all within p_budget. Facts take their share of it first. Since a line cannot be broken, and the label
-- of a line cannot be imitated within one, recalled text stays inside its own line.
create function memory.recall_block(
    p_resource_id text,
    p_query text,
    p_limit integer default 8,
    p_budget integer default 24000,
    p_vector double precision[] default null,
    out block text,
    out ids uuid[]
)
language plpgsql stable
as $$
declare
    v_left integer := p_budget - char_length(memory.header());
    v_memory record;
    v_line text;
    v_lines jsonb := '[]';
begin
    for v_memory in
        select r.id, r.ordinality as place, memory.render(r.kind, r.created_at, r.content) as line
        from memory.recall(p_resource_id, p_query, p_limit, p_vector) with ordinality r
        order by r.kind = 'fact' desc, r.ordinality
    loop
        exit when v_left < 60;
        v_line := text.cut(v_memory.line, least(4000, v_left - 1));
        v_left := v_left - 1 - char_length(v_line);
        v_lines := v_lines || jsonb_build_object('place', v_memory.place, 'id', v_memory.id, 'line', v_line);
    end loop;
    select memory.header() || e'\n' || string_agg(l.line, e'\n' order by l.place),
        coalesce(array_agg(l.id order by l.place), '{}')
    into block, ids
    from jsonb_to_recordset(v_lines) as l (place integer, id uuid, line text);
end
$$;
