"""Delegations: a specialist's part of an execution, the same engine one level down.

Of a specialist its supervisor is given the text alone, as the database cuts it. Who watches the answer sees
who works at what, in parts of the stream that no model reads.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from app.agent.approval import Suspended
from app.agent.keeper import LEASE
from app.agent.loop import Emit, Outcome
from app.agent.run import Run
from app.db import Database, Unavailable
from app.queries import execution
from app.queries import execution_delegations as delegation
from app.queries.execution_approvals import Resumed
from app.redaction import Redactor
from app.tools import Tool, ToolContext

#: Begins to run what was accepted, in this process.
Begin = Callable[[Resumed], Run]


class Brief(BaseModel):
    """What a supervisor says to a specialist."""

    model_config = ConfigDict(extra="forbid")

    prompt: str = Field(
        min_length=1,
        max_length=100_000,
        description="The brief: goal, what is known, limits, and what to return. The specialist sees this and "
        "the newest messages of the conversation, nothing else.",
    )
    maxSteps: int | None = Field(default=None, ge=1, description="Fewer steps than it may take otherwise.")


#: Made once: an execution is offered a tool for each specialist, most of them for nothing.
_PARAMETERS = {
    "type": "object",
    **{part: each for part, each in Brief.model_json_schema().items() if part in ("properties", "required")},
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Delegator:
    """Lets one running execution hand parts of its work to specialists. Their tokens are added to `outcome`."""

    db: Database
    owner: str
    parent: Run
    emit: Emit
    outcome: Outcome
    begin: Begin
    redactor: Redactor

    def tools(self, specialists: list[dict[str, Any]]) -> dict[str, Tool]:
        """Return a tool for each of `agent.specialists`: id, name, description, asks."""
        made = [self._tool(**one) for one in specialists]
        return {tool.key: tool for tool in made}

    def _tool(self, id: str, name: str, description: str, asks: bool) -> Tool:
        key = f"agent-{id}"

        async def run(context: ToolContext, prompt: str, maxSteps: int | None) -> str:
            result = await self._delegate(id, name, context.call_id, prompt, maxSteps, asks)
            if result is None:
                raise Suspended(context.call_id, key, context.arguments)
            return result

        function = {"name": key, "description": description, "parameters": _PARAMETERS}
        schema = {"type": "function", "function": function}
        return Tool(key, key, description, Brief, schema, run, group="delegation", suspends=asks)

    async def _delegate(
        self, agent_id: str, name: str, call_id: str, prompt: str, max_steps: int | None, may_ask: bool
    ) -> str | None:
        """Have a specialist do its part; return its text, or the configured words for a failure.

        None when it waits for its owner. Raises Refused when there may be no such delegation. When the parent is
        aborted, so is it, and its end is stored first. Raises ToolError when a hook does not accept the text, Halted.
        """
        # What is said to a specialist is stored; one that may use a secret recalls it by its name.
        prompt = self.redactor.text(prompt)
        resumed = await delegation.delegate(
            self.db, self.parent.id, self.owner, call_id, agent_id, prompt, LEASE
        )
        assert self.parent.hooked is not None
        hooked = self.parent.hooked.of(agent_id)
        run = self.begin(resumed)
        run.max_steps, run.may_ask, run.hooked = max_steps, may_ask, hooked
        activity = Activity(self.emit, str(run.id), call_id, agent_id, name, resumed.stream)
        run.heard = activity.hear
        assert run.task is not None
        try:
            await asyncio.wait({run.task})
        except asyncio.CancelledError:
            run.stop(self.parent.stop_reason or "interrupted")
            await asyncio.wait({run.task})
            activity.end("stopped", run)
            raise
        if run.suspended:
            activity.end("waiting", run)
            return None
        self.outcome.add(run.usage)
        try:
            ending = await execution.ending(self.db, run.id)
            activity.end(ending.state if ending is not None else "failed", run)
            result = await delegation.delegation_result(self.db, run.id)
        except Unavailable:
            activity.end("failed", run)
            return str(self.parent.accepted.settings["delegation_failure_text"])
        return await hooked.accepts(call_id, name, result)


class Activity:
    """Tells in the parent's stream what a specialist does; its last word stays with the answer."""

    def __init__(
        self,
        emit: Emit,
        id: str,
        call_id: str,
        agent_id: str,
        name: str,
        stream: Sequence[dict[str, Any]] = (),
    ) -> None:
        self._emit = emit
        self._id = id
        self._began = time.monotonic()
        self._seen: dict[str, Any] = {
            "agentId": agent_id,
            "name": name,
            "toolCallId": call_id,
            "step": 0,
            "tool": None,
        }
        self._names: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        for part in stream:
            self._count(part)
        self._tell("working", transient=True)

    def hear(self, part: dict[str, Any]) -> None:
        """Take in a part of the specialist's own stream."""
        if self._count(part):
            self._tell("working", transient=True)

    def _count(self, part: dict[str, Any]) -> bool:
        """Count steps and tools; whether the part changed anything."""
        match part["type"]:
            case "start-step":
                self._seen["step"] += 1
            case "tool-input-available":
                name = part["toolName"]
                self._names[part["toolCallId"]] = name
                self._counts[name] = self._counts.get(name, 0) + 1
            case "tool-output-available" | "tool-output-error":
                self._names.pop(part["toolCallId"], None)
            case _:
                return False
        self._seen["tool"] = next(reversed(self._names.values()), None)
        return True

    def end(self, state: str, run: Run) -> None:
        """Tell how it ended: completed, failed, stopped or interrupted; or that it is waiting for its owner."""
        self._seen |= {
            "tool": None,
            "endReason": run.end_reason,
            "outputTokens": run.usage.get("outputTokens", 0),
        }
        self._tell(state, transient=False)

    def _tell(self, state: str, *, transient: bool) -> None:
        tools = [{"name": name, "count": count} for name, count in self._counts.items()]
        seconds = round(time.monotonic() - self._began, 1)
        data = self._seen | {"state": state, "tools": tools, "seconds": seconds}
        part = {"type": "data-agentActivity", "id": self._id, "data": data}
        self._emit(part | {"transient": True} if transient else part)
