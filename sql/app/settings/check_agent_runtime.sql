-- Refuses changes of the runtime settings that cannot be stored: unknown names and wrong types as PT400,
-- values out of range as PT422, each fault with its field as detail. A text of blanks counts as empty.
create function settings.check_agent_runtime(p_changes jsonb)
returns void
language plpgsql stable
as $$
declare
    v_malformed boolean;
    v_told text;
    v_fields jsonb;
begin
    select
        bool_or(w.malformed),
        string_agg(format('%s: %s', w.field, w.problem), '; '),
        jsonb_agg(jsonb_build_object('field', w.field, 'problem', w.problem))
    into v_malformed, v_told, v_fields
    from (
        select c.key as field, r.malformed, r.problem
        from jsonb_each(p_changes) c
        left join settings.agent_runtime_fields() f on f.name = c.key
        cross join lateral (
            select
                case when c.value::text ~ '^-?\d+$' then (c.value::text)::numeric end as number,
                char_length(case when f.lowest > 0 then btrim(c.value #>> '{}', e' \t\n\r') else c.value #>> '{}' end) as length
        ) v
        cross join lateral (values
            (true, 'there is no such setting', f.name is null),
            (true, 'a text is needed', f.is_text and jsonb_typeof(c.value) <> 'string'),
            (true, 'a whole number is needed', not f.is_text and v.number is null),
            (false, format('%s to %s characters are needed', f.lowest, f.highest),
                f.is_text and v.length not between f.lowest and f.highest),
            (false, format('a whole number from %s to %s is needed', f.lowest, f.highest),
                not f.is_text and v.number not between f.lowest and f.highest)
        ) r (malformed, problem, holds)
        where r.holds
    ) w;
    if v_malformed then
        raise sqlstate 'PT400' using
            message = v_told, hint = 'invalid_body', detail = jsonb_build_object('fields', v_fields)::text;
    elsif v_told is not null then
        raise sqlstate 'PT422' using
            message = v_told, hint = 'out_of_range', detail = jsonb_build_object('fields', v_fields)::text;
    end if;
end
$$;
