-- Whether a newer fact seems to say anew what an older one said: it is a corrected one and alike, or much alike
-- and no less important, or much alike and speaks of a change or holds another number.
create function memory.outdates(p_new text, p_old text, p_corrected boolean, p_as_important boolean)
returns boolean
language sql immutable parallel safe
as $$
select case
    when p_corrected then s.likeness >= 0.25
    when s.likeness < 0.4 then false
    else p_as_important
        or p_new ~* '\m(now|no longer|anymore|any more|instead|changed|moved|switched|new)\M'
        or array(select n.found[1] from regexp_matches(p_new, '\d+', 'g') n (found) order by 1)
            <> array(select n.found[1] from regexp_matches(p_old, '\d+', 'g') n (found) order by 1)
end
from public.similarity(left(p_new, 400), left(p_old, 400)) s (likeness)
$$;
