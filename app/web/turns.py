"""What a conversation shows: stored messages as the turns, blocks and notices of a page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, Protocol
from uuid import UUID

from markupsafe import Markup

from app.web import endings, render

#: Characters of a question that are shown before the rest is folded.
_SHOWN_OF_A_QUESTION = 3_000
#: Characters of an answer that a screen reader is given when it is complete.
_ANNOUNCED = 2_000
_ENDED_BADLY = ("failed", "stopped", "interrupted")


class Stored(Protocol):
    """What is read of a stored message (`queries.execution.Message`)."""

    @property
    def id(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def parts(self) -> list[dict[str, Any]]: ...
    @property
    def metadata(self) -> dict[str, Any]: ...
    @property
    def position(self) -> int: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def execution_id(self) -> UUID | None: ...
    @property
    def state(self) -> str | None: ...
    @property
    def end_reason(self) -> str | None: ...
    @property
    def error(self) -> Any: ...
    @property
    def memory_count(self) -> int: ...
    @property
    def question_id(self) -> str | None: ...
    @property
    def versions(self) -> list[str]: ...


@dataclass(frozen=True)
class Prose:
    """Formatted text."""

    html: Markup
    kind: str = "prose"


@dataclass(frozen=True)
class Reasoning:
    """What the model thought aloud; folded."""

    text: str
    kind: str = "reasoning"


@dataclass(frozen=True)
class Activity:
    """A tool that was called, or a specialist that was given a part; folded to its name and state.

    `asks` is the id of the question whether it may run, while that is not decided; `asker` the specialist that
    asks it.
    """

    id: str
    name: str
    state: str
    failed: bool
    given: str
    came_back: str
    asks: str = ""
    asker: str = ""
    kind: str = "activity"


@dataclass(frozen=True)
class File:
    """A file that was sent with a question."""

    id: str
    name: str
    image: bool


@dataclass(frozen=True)
class Asked:
    """The user's side of a turn; `position` once it has one."""

    id: str
    head: str
    rest: str = ""
    files: Sequence[File] = ()
    position: int | None = None
    kind: str = "asked"


@dataclass(frozen=True)
class Versions:
    """Which of the answers to a question is shown, from 1, and the ids of its neighbours."""

    number: int
    count: int
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Answer:
    """The other side: whatever there is of the answer to the execution `id`.

    `message_id` is that of the stored answer, or of its question while there is none. `memories` is how many it
    was given; `unsearched` when they could not be searched; `last` when it can be written anew; `waits` for its
    owner's decision; `hooks` says how the hooks of the turn went.
    """

    id: str
    message_id: str = ""
    blocks: list[Prose | Reasoning | Activity] = field(default_factory=list)
    running: bool = False
    step: str = ""
    source: str = ""
    model: str = ""
    input_tokens: int | None = None
    created_at: datetime | None = None
    notice: endings.Notice | None = None
    versions: Versions | None = None
    memories: int = 0
    unsearched: bool = False
    last: bool = False
    hooks: str = ""
    waits: bool = False
    kind: str = "answer"


Turn = Asked | Answer


def show(messages: Iterable[Stored], running: UUID | None = None, newest: bool = True) -> list[Turn]:
    """Return the turns of a transcript, oldest first.

    The answer that the `running` execution is to replace is left out: it is safe, but not what is waited for.
    `newest` tells that the transcript ends where the conversation ends.
    """
    stored = list(messages)
    told = {message.execution_id for message in stored if message.role == "assistant"}
    told_of = {message.question_id for message in stored if message.role == "assistant"}
    shown: list[Turn] = []
    question: Stored | None = None
    for message in stored:
        if message.role == "user":
            question = message
            shown.append(_asked(message))
            unanswered = message.execution_id not in told and message.id not in told_of
            if unanswered and message.state in _ENDED_BADLY:
                shown.append(without_answer(message))
        elif message.role == "assistant" and (
            running is None or running not in _executions(message, question)
        ):
            shown.append(finished(message, question))
    if newest and running is None and shown and isinstance(shown[-1], Answer):
        shown[-1] = replace(shown[-1], last=True)
    return shown


def _executions(answer: Stored, question: Stored | None) -> tuple[UUID | None, UUID | None]:
    """Return the execution that gave an answer, and the last one on its question."""
    return answer.execution_id, question.execution_id if question is not None else None


def _asked(message: Stored) -> Asked:
    shown = asked(message.id, text_of(message.parts), files_of(message.parts))
    return replace(shown, position=message.position)


def asked(message_id: str, text: str, files: Sequence[File] = ()) -> Asked:
    """Return the user's side of a turn, its end folded when it is long."""
    if len(text) <= _SHOWN_OF_A_QUESTION:
        return Asked(message_id, text, files=files)
    return Asked(message_id, text[:_SHOWN_OF_A_QUESTION], text[_SHOWN_OF_A_QUESTION:], files)


def files_of(parts: list[dict[str, Any]]) -> list[File]:
    """Return the files that a message's parts name."""
    return [
        File(
            str(part.get("url") or "").rpartition("/")[2],
            str(part.get("filename") or "file"),
            str(part.get("mediaType") or "").startswith("image/"),
        )
        for part in parts
        if part.get("type") == "file"
    ]


def finished(message: Stored, question: Stored | None = None) -> Answer:
    """Return a stored answer; of its question it is told when writing it anew failed."""
    custom = message.metadata.get("custom") or {}
    versions = _versions(message)
    notice = endings.of_answer(message.state, message.end_reason, message.error)
    is_newest = versions is None or versions.after is None
    if question is not None and question.execution_id != message.execution_id and is_newest:
        notice = endings.of_attempt(question.state, question.error) or notice
    return Answer(
        id=str(message.execution_id or message.id),
        message_id=message.id,
        blocks=_blocks(message.parts, running=False, format=render.markdown),
        source=text_of(message.parts),
        model=str(custom.get("model") or ""),
        input_tokens=(custom.get("usage") or {}).get("inputTokens"),
        created_at=message.created_at,
        notice=notice,
        versions=versions,
        memories=message.memory_count,
        unsearched=_unsearched(message.parts),
    )


def without_answer(message: Stored) -> Answer:
    """Return what stands in an answer's place when a turn ended without one."""
    notice = endings.of_silence(message.state, message.error)
    return Answer(id=str(message.execution_id), message_id=message.id, notice=notice)


def growing(execution_id: UUID, parts: list[dict[str, Any]], state: str) -> Answer:
    """Return an answer that is being written."""
    blocks = _blocks(parts, running=True, format=partial(render.render_markdown, growing=True))
    step = _step(parts, state)
    return Answer(
        id=str(execution_id),
        blocks=blocks,
        running=True,
        step=step,
        unsearched=_unsearched(parts),
        waits=state == "waiting",
    )


def announcement(shown: Iterable[Turn], execution_id: UUID | None) -> str:
    """Return what a screen reader is told of an answer that ended: its words, once, and why it ended."""
    told: list[str] = []
    for item in shown:
        if isinstance(item, Answer) and item.id == str(execution_id) and not item.running:
            ending = item.notice.happened if item.notice else ""
            told += ["Answer:", render.plain(item.source, _ANNOUNCED), ending]
    return " ".join(filter(None, told))


def text_of(parts: list[dict[str, Any]]) -> str:
    """Return the text of a message's parts, without what was thought or called on the way."""
    return "\n\n".join(str(part.get("text") or "") for part in parts if part.get("type") == "text")


def _unsearched(parts: list[dict[str, Any]]) -> bool:
    told = [part.get("data") or {} for part in parts if part.get("type") == "data-recall"]
    return any(data.get("failed") for data in told)


def _blocks(
    parts: list[dict[str, Any]], *, running: bool, format: Callable[[str], Markup]
) -> list[Prose | Reasoning | Activity]:
    blocks: list[Prose | Reasoning | Activity] = []
    told = {
        str(data.get("toolCallId")): data
        for data in (part.get("data") or {} for part in parts if part.get("type") == "data-agentActivity")
    }
    for part in parts:
        kind = str(part.get("type") or "")
        text = str(part.get("text") or "")
        if kind == "text" and text.strip():
            blocks.append(Prose(format(text)))
        elif kind == "reasoning" and text.strip():
            blocks.append(Reasoning(text))
        elif kind.startswith("tool-") or kind == "dynamic-tool":
            activity = _activity(part, running)
            if activity.id in told:
                activity = _delegated(activity, told[activity.id])
            blocks.append(_permitted(activity, running, parts))
    return blocks


def _delegated(activity: Activity, data: dict[str, Any]) -> Activity:
    """Return a call of a specialist as what it did: how many steps, with which tools, for how long."""
    tools = [f"{tool['name']} ×{tool['count']}" for tool in data.get("tools") or []]
    steps = int(data.get("step") or 0)
    done = [
        f"{steps} {'step' if steps == 1 else 'steps'}",
        *tools,
        f"{float(data.get('seconds') or 0):.0f} s",
    ]
    now = (
        f"using {data['tool']}"
        if data.get("tool")
        else {"completed": "done"}.get(data["state"], data["state"])
    )
    failed = data["state"] not in ("working", "completed")
    state = " · ".join([now, *done])
    return replace(activity, name=str(data.get("name") or activity.name), state=state, failed=failed)


def _permitted(activity: Activity, running: bool, parts: list[dict[str, Any]]) -> Activity:
    """Return a call as its owner was asked about it, the last time; a specialist asks about calls of its own."""
    told = [part.get("data") or {} for part in parts if part.get("type") == "data-toolApproval"]
    asked: dict[str, Any] = next(
        (data for data in reversed(told) if data.get("toolCallId") == activity.id), {}
    )
    state, asker = asked.get("state"), str(asked.get("agentName") or "")
    if state == "waiting" and running:
        return replace(
            activity,
            name=str(asked.get("toolName")),
            given=render.pretty(asked.get("input")),
            asker=asker,
            state="waits for you",
            asks=str(asked.get("approvalId")),
        )
    if state == "denied" and not asker:
        return replace(activity, state="not allowed", failed=False)
    if state in ("waiting", "withdrawn"):
        return replace(activity, state="not run", failed=False)
    return activity


def _activity(part: dict[str, Any], running: bool) -> Activity:
    state = str(part.get("state") or "")
    words = {
        "input-streaming": "preparing",
        "input-available": "running",
        "output-available": "done",
        "output-error": "failed",
    }
    pending = state in ("input-streaming", "input-available")
    came_back = part.get("errorText") if state == "output-error" else part.get("output")
    return Activity(
        id=str(part.get("toolCallId") or ""),
        name=_tool_name(part),
        state="not finished" if pending and not running else words.get(state, state),
        failed=state == "output-error",
        given="" if part.get("input") is None else render.pretty(part["input"]),
        came_back="" if came_back is None else render.pretty(came_back),
    )


def _tool_name(part: dict[str, Any]) -> str:
    return str(part.get("toolName") or str(part.get("type") or "").removeprefix("tool-"))


def _step(parts: list[dict[str, Any]], state: str) -> str:
    """Return what is going on, in a word or two, for whoever waits."""
    if state == "stopping":
        return "Stopping"
    if state == "waiting":
        return "Waits for you"
    last = parts[-1] if parts else {}
    kind = str(last.get("type") or "")
    if kind.startswith("tool-") and last.get("state") in ("input-streaming", "input-available"):
        return f"Using {_tool_name(last)}"
    if kind == "data-agentActivity" and last["data"].get("state") == "working":
        return f"{last['data'].get('name')} is working"
    return "Writing" if kind == "text" and last.get("text") else "Thinking"


def _versions(message: Stored) -> Versions | None:
    """Return the place of an answer among the answers to its question; None when it is the only one."""
    ids = list(message.versions)
    if len(ids) < 2 or message.id not in ids:
        return None
    n = ids.index(message.id)
    return Versions(n + 1, len(ids), ids[n - 1] if n else None, ids[n + 1] if n + 1 < len(ids) else None)
