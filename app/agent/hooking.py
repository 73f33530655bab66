"""The hooks of one execution: what they are told at each point of it, and what comes of what they say."""

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from app.agent.approval import Suspended
from app.db import Refused
from app.hooks import About, Event, Lifecycle, Verdict
from app.queries.hook import Hook
from app.tools import HIDDEN, Tool, ToolContext, ToolError

#: How often hooks may keep an execution from ending.
MOST_CONTINUATIONS = 5

Emit = Callable[[dict[str, Any]], None]


class Halted(Exception):
    """A hook ended the execution, in words for its owner."""


class Hooked:
    """Fires the events of an execution, or of a specialist's `part` of one. Without hooks it asks nobody."""

    def __init__(self, lifecycle: Lifecycle, hooks: list[Hook], about: About, part: bool = False) -> None:
        self._lifecycle = lifecycle
        self._hooks = hooks
        self._about = about
        self._part = part
        self._continuations = 0

    def of(self, agent_id: str) -> "Hooked":
        """Return the same hooks for a specialist's part of the execution."""
        return Hooked(self._lifecycle, self._hooks, replace(self._about, agent_id=agent_id), part=True)

    async def gate(
        self, name: str, mark: str, content: dict[str, Any], subject: str = "", tool: Tool | None = None
    ) -> Verdict:
        """Ask the gates of an event; of a `tool` they may change the input. Raises Halted, Unavailable."""
        check = (lambda changed: _fault(tool, content, changed)) if tool is not None else None
        event = Event(name, self._about, mark, subject, content)
        return _going_on(await self._lifecycle.gate(self._hooks, event, check))

    async def observe(self, name: str, mark: str, content: dict[str, Any], subject: str = "") -> Verdict:
        """Tell the observers of an event. Raises Halted."""
        event = Event(name, self._about, mark, subject, content)
        return _going_on(await self._lifecycle.observe(self._hooks, event))

    async def begin(self, id: UUID, question: str, *, origin: str | None, begins_session: bool) -> list[str]:
        """Fire what stands before the first model call; return texts to be added to the question. Raises Halted.

        `origin` of a task: its prompt is asked about here, that of a chat was before it was accepted.
        """
        context: list[str] = []
        if self._part:
            content = {"prompt": question}
            context += (await self.observe("SubagentStart", str(id), content, self._about.agent_id)).context
        if origin is not None:
            for name, subject in (("TaskStart", origin), ("UserPromptSubmit", "")):
                verdict = await self.gate(name, "begin", {"prompt": question}, subject)
                if verdict.blocked is not None:
                    raise Halted(f"A hook did not let this task begin: {verdict.blocked}")
                context += verdict.context
        if begins_session:
            context += (await self.observe("SessionStart", "begin", {})).context
        return context

    async def goes_on(self, answer: str) -> str | None:
        """Ask whether an execution may end with its answer; return what its agent is told when it may not.

        Five times at most it may not; a specialist's answer is its supervisor's to judge.
        """
        if self._part:
            return None
        count = self._continuations
        content = {"stop_hook_active": count > 0, "loop_count": count, "answer": answer}
        verdict = await self._lifecycle.gate(self._hooks, Event("Stop", self._about, str(count), "", content))
        if verdict.blocked is None or verdict.ended is not None or count == MOST_CONTINUATIONS:
            return None
        self._continuations += 1
        return await self._lifecycle.as_continuation(verdict.blocked)

    async def accepts(self, mark: str, name: str, result: str) -> str:
        """Return a specialist's result, with what hooks add. Raises ToolError when one does not accept it, Halted."""
        verdict = await self.gate("SubagentStop", mark, {"result": result}, self._about.agent_id)
        if verdict.blocked is not None:
            raise ToolError(f"A hook of the owner's does not accept what {name} returned: {verdict.blocked}")
        return "\n\n".join([result, *verdict.context])

    def tools(self, tools: dict[str, Tool], emit: Emit) -> dict[str, Tool]:
        """Return tools whose calls are told to hooks, where there are any for tools."""
        if not any(hook.event in ("PreToolUse", "PostToolUse", "PostToolUseFailure") for hook in self._hooks):
            return tools
        return {key: self._hooked(tool, emit) for key, tool in tools.items()}

    def _hooked(self, tool: Tool, emit: Emit) -> Tool:
        async def run(context: ToolContext, **given: Any) -> str:
            arguments = await self._before(tool, context)
            if arguments is not context.arguments:
                given = tool.given(arguments)
                context = replace(context, arguments=arguments)
                told = {"toolCallId": context.call_id, "toolName": tool.key, "input": arguments}
                emit({"type": "tool-input-available", **told})
            content = _content(tool, context)
            try:
                result = await tool.run(context, **given)
            except Suspended:
                raise
            except (ToolError, Refused) as error:
                content["error"] = str(error)
                verdict = await self.observe("PostToolUseFailure", context.call_id, content, tool.key)
                raise ToolError("\n\n".join([str(error), *verdict.context])) from error
            content["tool_output"] = tool.shown_result(arguments, result)
            verdict = await self.observe("PostToolUse", context.call_id, content, tool.key)
            return "\n\n".join([result, *verdict.context])

        return dataclasses.replace(tool, run=run)

    async def _before(self, tool: Tool, context: ToolContext) -> dict[str, Any]:
        """Return the arguments as the gates leave them. Raises ToolError when one does not allow the call."""
        verdict = await self.gate("PreToolUse", context.call_id, _content(tool, context), tool.key, tool)
        if verdict.blocked is not None:
            raise ToolError(f"A hook of the owner's did not allow this, so it did not run: {verdict.blocked}")
        shown = verdict.content["tool_input"]
        if shown == tool.shown(context.arguments):
            return context.arguments
        return _with_hidden(tool, context.arguments, shown)


def _going_on(verdict: Verdict) -> Verdict:
    if verdict.ended is not None:
        raise Halted(f"A hook ended this: {verdict.ended}")
    return verdict


def _content(tool: Tool, context: ToolContext) -> dict[str, Any]:
    return {
        "tool_name": tool.key,
        "tool_call_id": context.call_id,
        "tool_input": tool.shown(context.arguments),
    }


def _fault(tool: Tool, content: dict[str, Any], changed: dict[str, Any]) -> str:
    try:
        tool.given(_with_hidden(tool, content["tool_input"], changed))
    except ToolError as error:
        return str(error)
    return ""


def _with_hidden(tool: Tool, before: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Put what hooks are not shown back in its place."""
    kept = {name: before[name] for name in tool.hides if changed.get(name) == HIDDEN and name in before}
    return changed | kept
