"""The tools an agent can be given, by registry key."""

from app.tools.base import HIDDEN, Tool, ToolContext, ToolError
from app.tools.memory import remember
from app.tools.schedules import list_schedules, propose_schedule
from app.tools.secrets import recall_secret, store_secret, update_secret
from app.tools.skills import skill, skill_read, skill_search
from app.tools.tasks import cancel_task, create_task, list_tasks

__all__ = ["HIDDEN", "TOOLS", "Tool", "ToolContext", "ToolError"]

TOOLS: dict[str, Tool] = {
    tool.key: tool
    for tool in (
        remember,
        skill,
        skill_read,
        skill_search,
        store_secret,
        recall_secret,
        update_secret,
        create_task,
        list_tasks,
        cancel_task,
        propose_schedule,
        list_schedules,
    )
}
