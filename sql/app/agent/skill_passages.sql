-- The paragraphs of an agent's skills, instructions and files, that the names pick out (all enabled ones when null).
create function agent.skill_passages(p_agent_id text, p_names text[] default null)
returns table (path text, first_line bigint, last_line bigint, content text)
language sql stable
as $$
with file as (
    select s.name || '/' || f.path as path, f.content
    from public.popagent_agent_skills s
    cross join lateral (
        select 'SKILL.md', s.body
        union all
        select e.key, e.value
        from jsonb_each_text(s.reference_files) e
    ) f (path, content)
    where s.agent_id = p_agent_id
    and s.enabled
    and (p_names is null or s.name = any (p_names))
),
line as (
    select f.path, l.n, l.content, count(*) filter (where l.content !~ '\S') over (partition by f.path order by l.n) as passage
    from file f
    cross join lateral regexp_split_to_table(f.content, e'\n') with ordinality l (content, n)
)
select l.path, min(l.n), max(l.n), string_agg(l.content, e'\n' order by l.n)
from line l
where l.content ~ '\S'
group by l.path, l.passage
$$;
