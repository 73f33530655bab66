"""The loop: the model speaks, its tools run, the model speaks again, until it answers."""

import asyncio
import dataclasses
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from app.agent.approval import Suspended
from app.agent.context import shorten
from app.agent.hooking import Halted
from app.gateway import End, Event, Gateway, GatewayError, Reasoning, Text, ToolCall, Usage, Waiting
from app.tools import Tool, ToolContext, ToolError

Emit = Callable[[dict[str, Any]], None]
#: Given an answer, says with what its agent is to go on; None: it is the end.
GoesOn = Callable[[str], Awaitable[str | None]]

#: A conversation that is too long for the model is cut to this share, then to its newest question alone.
SHARES = (0.5, 0.0)

logger = logging.getLogger(__name__)


@dataclass
class Outcome:
    """Why the loop ended, and what it took: `inputTokens` of the last call, the rest of all calls."""

    end_reason: str = "final"
    usage: dict[str, int] = field(default_factory=dict)

    def add(self, usage: dict[str, int]) -> None:
        """Count the tokens of a part of the work that was done elsewhere."""
        for name in ("outputTokens", "totalTokens"):
            self.usage[name] = self.usage.get(name, 0) + usage.get(name, 0)


class Unanswered(Exception):
    """The work ended without an answer; `end_reason` is empty or step_limit."""

    def __init__(self, end_reason: str, message: str) -> None:
        super().__init__(message)
        self.end_reason = end_reason


@dataclass(frozen=True)
class Taken:
    """The steps that were taken before the work was suspended, and the calls of the last one that have no result."""

    steps: int = 0
    pending: list[ToolCall] = field(default_factory=list)


NOTHING = Taken()


@dataclass
class _Step:
    """What one model call said."""

    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    end: str = "interrupted"
    began: bool = False


async def work(
    gateway: Gateway,
    emit: Emit,
    *,
    model: str,
    messages: list[dict[str, Any]],
    tools: dict[str, Tool],
    context: ToolContext,
    max_steps: int,
    concurrency: int,
    feedback: str,
    retries: int,
    outcome: Outcome,
    goes_on: GoesOn,
    taken: Taken = NOTHING,
) -> None:
    """Run model calls until one asks for no tool, at most `max_steps`; the last is offered none.

    A call that ends with neither text nor tool calls is answered with `feedback` and tried again, up to
    `retries` times. The tool calls of a step run at the same time, up to `concurrency`; one by one when one
    of them can suspend.

    Work that was suspended goes on after what was `taken`, which `messages` ends with. `goes_on` is asked before it
    ends with an answer, and not listened to when no step is left.

    `messages` grows by what is said, and loses its beginning when it is too long for the model. `outcome`
    is filled as things become known, so that it is right whenever the loop is cancelled. Raises GatewayError,
    Unanswered, Suspended, Halted.
    """
    schemas = [tool.schema for tool in tools.values()]
    if taken.pending:
        messages += await _use_all(taken.pending, tools, context, concurrency, emit)
        emit({"type": "finish-step"})
    for step in range(taken.steps + 1, max_steps + 1):
        last = step == max_steps
        emit({"type": "start-step"})
        said = await _say(gateway, emit, model, messages, [] if last else schemas, step, outcome)
        if said.calls and not last:
            messages.append(_assistant_message(said))
            messages += await _use_all(said.calls, tools, context, concurrency, emit)
            emit({"type": "finish-step"})
            continue
        emit({"type": "finish-step"})
        outcome.end_reason = _end_reason(said, last and bool(said.calls))
        if said.text or outcome.end_reason in ("interrupted", "content_filter"):
            more = await goes_on(said.text) if outcome.end_reason == "final" else None
            if more is None or last:
                return
            messages += [{"role": "assistant", "content": said.text}, {"role": "user", "content": more}]
            continue
        if last or not retries:
            raise _unanswered(said, max_steps)
        retries -= 1
        messages.append({"role": "user", "content": feedback})


async def _say(
    gateway: Gateway,
    emit: Emit,
    model: str,
    messages: list[dict[str, Any]],
    schemas: list[dict[str, Any]],
    step: int,
    outcome: Outcome,
) -> _Step:
    """Make one model call, again with less of the conversation when that is too long for the model."""
    shares = iter(SHARES)
    while True:
        said, speech = _Step(), _Speech(emit, step)
        try:
            async for event in gateway.stream(model=model, messages=messages, tools=schemas):
                _hear(event, said, speech, emit, outcome)
        except GatewayError as error:
            if error.code == "empty_response":
                said.end = "stop"
                return said
            if error.code != "context_overflow" or said.began:
                raise
            emit({"type": "data-trimmed", "data": {"messages": _leave_out(messages, next(shares, None))}})
        else:
            return said
        finally:
            speech.close()


def _leave_out(messages: list[dict[str, Any]], share: float | None) -> int:
    """Cut `messages` to a share of them; return how many went. Raises GatewayError when no less can be sent.

    Only this execution's copy is cut: what is stored stays.
    """
    shorter = None if share is None else shorten(messages, share)
    if shorter is None:
        raise GatewayError(
            "context_overflow",
            "This is too long for the model, even without the earlier messages of this chat. Choose a model"
            " with a larger context window, or send less at once. Nothing was deleted.",
        )
    count = len(messages) - len(shorter)
    messages[:] = shorter
    return count


def _hear(event: Event, said: _Step, speech: "_Speech", emit: Emit, outcome: Outcome) -> None:
    said.began = said.began or isinstance(event, Text | Reasoning | ToolCall)
    match event:
        case Text(text):
            said.text += text
            speech.say("text", text)
        case Reasoning(text):
            speech.say("reasoning", text)
        case ToolCall():
            speech.close()
            said.calls.append(event)
            _announce(event, emit)
        case Usage():
            _count(outcome, event)
        case Waiting(seconds, reason):
            emit({"type": "data-waiting", "data": {"seconds": seconds, "reason": reason}, "transient": True})
        case End(reason):
            said.end = reason


class _Speech:
    """Opens and closes text and reasoning blocks around their deltas."""

    def __init__(self, emit: Emit, step: int) -> None:
        self._emit = emit
        self._step = step
        self._kind: str | None = None
        self._id = ""
        self._blocks = 0

    def say(self, kind: str, delta: str) -> None:
        if kind != self._kind:
            self.close()
            self._blocks += 1
            self._kind, self._id = kind, f"{self._step}.{self._blocks}"
            self._emit({"type": f"{kind}-start", "id": self._id})
        self._emit({"type": f"{kind}-delta", "id": self._id, "delta": delta})

    def close(self) -> None:
        if self._kind is not None:
            self._emit({"type": f"{self._kind}-end", "id": self._id})
            self._kind = None


def _announce(call: ToolCall, emit: Emit) -> None:
    base = {"toolCallId": call.id, "toolName": call.name}
    emit({"type": "tool-input-start", **base})
    emit(
        {
            "type": "tool-input-available",
            **base,
            "input": call.arguments if call.arguments is not None else {},
        }
    )


def _unanswered(said: _Step, max_steps: int) -> Unanswered:
    if said.calls:
        return Unanswered(
            "step_limit",
            f"It took all of its {max_steps} steps without an answer. Ask it to go on, or allow more steps in "
            "the settings.",
        )
    return Unanswered("empty", "The model returned nothing. Try again, or choose another model.")


async def _use_all(
    calls: list[ToolCall], tools: dict[str, Tool], context: ToolContext, concurrency: int, emit: Emit
) -> list[dict[str, Any]]:
    """Run the tool calls of a step; return the messages that answer them, in the order of the calls.

    Those that cannot run are told first when one can suspend: what is wrong with them is not stored.
    """
    slots = asyncio.Semaphore(concurrency)

    def use(call: ToolCall) -> Coroutine[Any, Any, dict[str, Any]]:
        own = dataclasses.replace(context, call_id=call.id, arguments=call.arguments or {})
        return _use(call, tools, own, slots, emit)

    if any(call.name in tools and tools[call.name].suspends for call in calls):
        told = {
            call.id: await use(call) for call in sorted(calls, key=lambda call: call.arguments is not None)
        }
        return [told[call.id] for call in calls]
    using = [asyncio.create_task(use(call)) for call in calls]
    try:
        return await asyncio.gather(*using)
    finally:
        # One that ended the execution does not leave the others at work.
        for task in using:
            task.cancel()
        await asyncio.wait(using)


async def _use(
    call: ToolCall, tools: dict[str, Tool], context: ToolContext, slots: asyncio.Semaphore, emit: Emit
) -> dict[str, Any]:
    """Run one tool call and return the message that answers it; whatever fails is told to the model."""
    try:
        async with slots:
            result = await _result(call, tools, context)
        emit({"type": "tool-output-available", "toolCallId": call.id, "output": result})
    except ToolError as error:
        result = str(error)
        emit({"type": "tool-output-error", "toolCallId": call.id, "errorText": result})
    return {"role": "tool", "tool_call_id": call.id, "content": result}


async def _result(call: ToolCall, tools: dict[str, Tool], context: ToolContext) -> str:
    if call.name not in tools:
        raise ToolError(f"There is no tool called {call.name}. The tools are: {', '.join(tools) or 'none'}.")
    if call.arguments is None:
        raise ToolError(f"{call.name} did not run: {call.error or 'its arguments are not a JSON object.'}")
    try:
        return await tools[call.name].call(context, call.arguments)
    except (ToolError, Suspended, Halted):
        raise
    except Exception as error:
        logger.exception("tool %s failed", call.name)
        raise ToolError(f"{call.name} failed inside popagent; its log says why. Go on without it.") from error


def _assistant_message(said: _Step) -> dict[str, Any]:
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.raw or "{}"}}
        for call in said.calls
    ]
    return {"role": "assistant", "content": said.text, "tool_calls": calls}


def _count(outcome: Outcome, usage: Usage) -> None:
    outcome.usage = {
        "inputTokens": usage.input_tokens,
        "outputTokens": outcome.usage.get("outputTokens", 0) + usage.output_tokens,
        "totalTokens": outcome.usage.get("totalTokens", 0) + usage.total_tokens,
    }


def _end_reason(said: _Step, still_calling: bool) -> str:
    if still_calling:
        return "step_limit"
    return {"length": "length", "content_filter": "content_filter", "interrupted": "interrupted"}.get(
        said.end, "final"
    )
