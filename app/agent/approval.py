"""Tools that their owner is asked about: a call runs when it was allowed, or the turn waits for the decision."""

from dataclasses import dataclass, replace
from typing import Any

from app.queries import execution_approvals as approval
from app.tools import Tool, ToolContext, ToolError

_REFUSED = {
    "denied": "The owner did not allow this, so it did not run. Go on without it.",
    "unattended": "This needs its owner's permission and nobody is there to give it, so it did not run. Go on without"
    " it, and say in your answer that it was left undone.",
}

_CANNOT_WAIT = (
    "This is set to ask the owner first, but what it is given is not written down, so that it cannot wait for them."
    " Tell them to allow the tool, or to enter the value at /settings/secrets."
)


@dataclass(eq=False)
class Suspended(Exception):
    """The work cannot go on before its owner has decided about a tool call."""

    call_id: str
    tool: str
    input: dict[str, Any]


def guarded(tool: Tool) -> Tool:
    """Return a tool that asks its owner first. Its calls raise Suspended, or ToolError when they are not allowed."""

    async def run(context: ToolContext, **arguments: Any) -> str:
        if tool.hides:
            raise ToolError(_CANNOT_WAIT)
        decision = await approval.permit(context.db, context.execution_id, context.call_id, tool.key)
        if decision is None:
            raise Suspended(context.call_id, tool.key, context.arguments)
        if decision != "approved":
            raise ToolError(_REFUSED[decision])
        return await tool.run(context, **arguments)

    return replace(tool, run=run, suspends=True)
