-- What is wrong with the files of a skill, text by path; no row when nothing is.
create function agent.reference_problems(p_references jsonb)
returns table (problem text)
language sql immutable
as $$
with file as materialized (
    select f.key as path, f.value as content
    from jsonb_each_text(p_references) f
)
select case
    when f.path !~ '^([A-Za-z0-9._-]+/){0,3}[A-Za-z0-9._-]+$' or f.path ~ '(^|/)\.{1,2}(/|$)' or char_length(f.path) > 200
        then format('"%s" is not a path: letters, digits, dot, hyphen and underscore, at most four levels and 200 characters', left(f.path, 200))
    when lower(f.path) = 'skill.md' then 'SKILL.md is the body itself'
    when octet_length(f.content) > 262144 then format('"%s" is larger than 256 KiB', f.path)
end
from file f
where f.path !~ '^([A-Za-z0-9._-]+/){0,3}[A-Za-z0-9._-]+$'
or f.path ~ '(^|/)\.{1,2}(/|$)'
or char_length(f.path) > 200
or lower(f.path) = 'skill.md'
or octet_length(f.content) > 262144
union all
select format('"%s" and another path differ only in upper and lower case', min(f.path))
from file f
group by lower(f.path)
having count(*) > 1
union all
select 'at most 64 files of 2 MiB in all are possible'
from file f
having count(*) > 64 or sum(octet_length(f.content)) > 2097152
$$;
