-- What an owner asks of tasks.

create view task.tasks as
select l.*
from task.list_page(p_limit => 200) l;

comment on view task.tasks is 'The newest 200 tasks with their newest run: state, attempts, model, trace, usage.';
