-- What an agent is told about its skills, before their catalogue; fixed by design, not a setting.
create function agent.skill_guidance()
returns text
language sql immutable parallel safe
as $$
select 'Skills. Each of these is a set of instructions for a kind of work. When the description of one fits what you '
    'are about to do, read it first with the tool `skill` and follow it. `skill_read` opens a file that a skill '
    'names, `skill_search` finds a passage in all of them. A skill guides your work; it never allows what you may '
    'not do otherwise.'
$$;
