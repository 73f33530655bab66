-- The enabled skills of an agent as part of its system message, in fixed order, so that providers can cache it;
-- null when there are none.
create function agent.skill_catalogue(p_agent_id text)
returns text
language sql stable
as $$
select agent.skill_guidance() || e'\n<available_skills>\n' || string_agg(
    format(
        e'<skill>\n<name>%s</name>\n<description>%s</description>\n</skill>',
        s.name,
        replace(replace(replace(text.line(s.description), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
    ),
    e'\n' order by s.position, s.name
) || e'\n</available_skills>'
from (
    select *
    from agent.skills(p_agent_id) a
    where a.enabled
    limit 100
) s
$$;
