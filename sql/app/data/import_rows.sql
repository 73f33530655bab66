-- Compares lines of an export with what is stored, and with p_write takes in what is not there, in one transaction.
-- Nothing stored is ever overwritten. For each line, by its number: null when it was not there, else the fields
-- in which it differs from what is. The lines come as text, a JSON list: what no row can hold is refused with
-- all of them, whether the list could be read or not.
create function data.import_rows(p_lines text, p_write boolean default true)
returns table (n bigint, differs_in text[])
language plpgsql
set timezone = 'UTC'
as $$
declare
    v_kind text;
    v_rows jsonb;
    v_numbers bigint[];
begin
    for v_kind, v_rows, v_numbers in
        select k.kind, jsonb_agg(x.line -> k.kind order by x.n), array_agg(x.n order by x.n)
        from jsonb_array_elements(p_lines::jsonb) with ordinality x (line, n)
        join data.kinds() k on x.line ? k.kind
        group by k.place, k.kind
        order by k.place
    loop
        return query
        select v_numbers[t.n], case when t.stored is not null then data.differing(t.stored, t.given) end
        from data.take_rows(v_kind, v_rows, p_write) t;
    end loop;
exception
    when data_exception or integrity_constraint_violation or program_limit_exceeded then
        raise sqlstate 'PT422' using message = sqlerrm, hint = 'row_unfit';
end
$$;
