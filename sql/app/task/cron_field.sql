-- The numbers that a field of a cron expression stands for, in order, each once. A field is a list of *, n, a-b, */s and
-- a-b/s; p_names are names for the numbers from p_low on, in any case. Refuses what cron implementations disagree
-- about rather than guess.
create function task.cron_field(p_text text, p_field text, p_low integer, p_high integer, p_names text[] default '{}')
returns integer[]
language plpgsql immutable
as $$
declare
    v_item text;
    v_part text[];
    v_from integer;
    v_to integer;
    v_step integer;
    v_found integer[] := '{}';
begin
    if p_text = '*' then
        return array(select generate_series(p_low, p_high));
    end if;
    foreach v_item in array string_to_array(p_text, ',') loop
        v_part := regexp_match(v_item, '^(?:(\*)|([0-9]{1,9}|[A-Za-z]{3})(?:-([0-9]{1,9}|[A-Za-z]{3}))?)(?:/([0-9]{1,9}))?$');
        v_from := case when v_part[1] = '*' then p_low else task.cron_number(v_part[2], p_low, p_names) end;
        v_to := case when v_part[1] = '*' then p_high else task.cron_number(coalesce(v_part[3], v_part[2]), p_low, p_names) end;
        v_step := coalesce(v_part[4]::integer, 1);
        if v_part is null or v_from is null or v_to is null then
            perform task.refuse_cron(p_field, v_item, 'it is not a number, a range such as 1-5, a step such as */10, or a list of those');
        elsif v_from < p_low or v_to > p_high then
            perform task.refuse_cron(p_field, v_item, format('it goes from %s to %s', p_low, p_high));
        elsif v_from > v_to then
            perform task.refuse_cron(p_field, v_item, 'its range runs backwards; write two ranges');
        elsif v_step = 0 then
            perform task.refuse_cron(p_field, v_item, 'a step is at least 1');
        elsif v_part[4] is not null and v_part[1] is null and v_part[3] is null then
            perform task.refuse_cron(p_field, v_item, 'a step needs a range or a star before it');
        end if;
        v_found := v_found || array(select generate_series(v_from, v_to, v_step));
    end loop;
    if v_found = '{}' then
        perform task.refuse_cron(p_field, p_text, 'it is empty');
    end if;
    return array(select distinct x.n from unnest(v_found) as x (n) order by x.n);
end
$$;
