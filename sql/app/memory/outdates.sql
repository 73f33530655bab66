-- Whether a newer fact seems to say anew what an older one said, from how alike they are (0 to 1): it corrected
-- something and is alike; or is much alike and no less important, or speaks of a change or another number.
create function memory.outdates(
    p_new text,
    p_old text,
    p_likeness double precision,
    p_corrected boolean,
    p_as_important boolean
)
returns boolean
language sql immutable parallel safe
as $$
select p_likeness >= 0.25 and p_corrected
or p_likeness >= 0.4 and (
    p_as_important
    or p_new ~* '\m(now|no longer|anymore|any more|instead|changed|moved|switched|new)\M'
    or array(select n.found[1] from regexp_matches(p_new, '\d+', 'g') n (found) order by 1)
        <> array(select n.found[1] from regexp_matches(p_old, '\d+', 'g') n (found) order by 1)
)
$$;
