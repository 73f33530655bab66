"""What a hook is given when its owner tries it out: an example of each event."""

from typing import Any
from uuid import uuid4

from app.hooks.protocol import About, Event

_TOOL = {
    "tool_name": "remember",
    "tool_call_id": "sample",
    "tool_input": {"content": "A sample from the test of a hook."},
}
_CONTENT: dict[str, dict[str, Any]] = {
    "SessionStart": {},
    "UserPromptSubmit": {"prompt": "A sample from the test of a hook."},
    "PreToolUse": _TOOL,
    "PostToolUse": _TOOL | {"tool_output": "A sample."},
    "PostToolUseFailure": _TOOL | {"error": "A sample."},
    "SubagentStart": {"prompt": "A sample from the test of a hook."},
    "SubagentStop": {"result": "A sample from the test of a hook."},
    "PreCompact": {"kind": "observer", "messages": 0, "tokens": 0},
    "Stop": {"stop_hook_active": False, "loop_count": 0, "answer": "A sample from the test of a hook."},
    "TaskStart": {"prompt": "A sample from the test of a hook."},
    "TaskStop": {"state": "completed", "end_reason": "final"},
}


def sample(event: str, content: dict[str, Any] | None = None) -> Event:
    """Return an event that did not happen, with `content` or that of the example."""
    about = About(None, None, None, "popagent")
    return Event(event, about, str(uuid4()), "", _CONTENT[event] if content is None else content)
