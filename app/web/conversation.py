"""A conversation as a page shows it: earlier turns, which stay as they are, recent ones, which change, and what waits.

A page asks for the recent ones again whenever something may have changed, from the position at which they
began when it was made. Everything that is asked for again fits one answer, so that nothing is shown twice.
"""

import asyncio
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from uuid import UUID

from app.db import Database
from app.queries import execution, hook, thread
from app.queries.execution import Message, Queued
from app.web import turns

#: Messages of a page, and those of them that are asked for again.
PAGE = 100
_RECENT = 12
#: Messages that a page has usually gathered, and that it may gather before it has to be made anew.
_FEW = 3 * _RECENT
_MOST = 400


@dataclass(frozen=True)
class Waiting:
    """A message that waits for its turn, from place 1."""

    place: int
    asked: turns.Asked


@dataclass(frozen=True)
class Conversation:
    """What is shown. `older` and `newer` are the addresses of the pages before and after.

    `since` is the position where `recent` begins. `state` differs whenever something else than a growing text
    would be shown; `past` when it ends before the conversation does.
    """

    recent: list[turns.Turn] = field(default_factory=list)
    earlier: list[turns.Turn] = field(default_factory=list)
    queue: list[Waiting] = field(default_factory=list)
    older: str = ""
    newer: str = ""
    since: int = 0
    state: str = ""
    past: bool = False

    @property
    def waits(self) -> bool:
        """Whether the answer that is being written waits for its owner's decision."""
        return any(isinstance(turn, turns.Answer) and turn.waits for turn in self.recent)


async def newest(
    db: Database, chat_id: str, running: UUID | None, queue: list[Queued], state: str
) -> Conversation:
    """Return the newest page of a conversation."""
    stored = await execution.transcript(db, chat_id, limit=PAGE)
    split = _split(stored)
    since = stored[split].position if stored else 0
    earlier = await _with_hooks(db, await asyncio.to_thread(turns.show, stored[:split], newest=False))
    recent = await _recent(db, stored[split:], running)
    return Conversation(
        recent, earlier, waiting(queue), older=_older(chat_id, stored), since=since, state=state
    )


async def before(db: Database, chat_id: str, position: int) -> Conversation:
    """Return the page of a conversation that ends before a position."""
    stored = await execution.transcript(db, chat_id, before=position, limit=PAGE)
    shown = await _with_hooks(db, await asyncio.to_thread(turns.show, stored, newest=False))
    newer = _newer(chat_id, stored) if stored else ""
    return Conversation(earlier=shown, older=_older(chat_id, stored), newer=newer, past=True)


async def after(db: Database, chat_id: str, position: int) -> Conversation:
    """Return the page of a conversation that begins after a position."""
    end = await thread.end_of_page(db, chat_id, position, PAGE)
    stored = await execution.transcript(db, chat_id, before=end, limit=PAGE)
    later = [message for message in stored if message.position > position]
    shown = await _with_hooks(db, await asyncio.to_thread(turns.show, later, newest=False))
    newer = "" if end is None else _newer(chat_id, stored)
    return Conversation(earlier=shown, older=_older(chat_id, stored), newer=newer, past=True)


async def around(db: Database, chat_id: str, position: int) -> Conversation | None:
    """Return the page of a conversation with a position in its middle; None when the newest page holds it."""
    end = await thread.end_of_page(db, chat_id, position, PAGE // 2)
    return None if end is None else await before(db, chat_id, end)


async def since(
    db: Database, chat_id: str, position: int, running: UUID | None, queue: list[Queued], state: str
) -> Conversation | None:
    """Return what there is from a position on; None when that is too much to be asked for again and again."""
    for limit in (_FEW, _MOST):
        stored = await execution.transcript(db, chat_id, limit=limit)
        if len(stored) < limit or stored[0].position <= position:
            break
    else:
        return None
    wanted = [message for message in stored if message.position >= position]
    recent = await _recent(db, wanted, running)
    return Conversation(recent, queue=waiting(queue), since=position, state=state)


def waiting(queue: Iterable[Queued]) -> list[Waiting]:
    """Return the messages of a queue as a page shows them."""
    return [
        Waiting(one.position, turns.asked(one.id, turns.text_of(one.parts), turns.files_of(one.parts)))
        for one in queue
    ]


def state_of(revision: int, marks: Iterable[bool], running: UUID | None, queue: Iterable[Queued]) -> str:
    """Return a short text that differs whenever a session, its turn or its queue does."""
    waiting = [f"{one.id} {one.revision}" for one in queue]
    told = repr((revision, list(marks), running, waiting))
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


async def _recent(db: Database, stored: list[Message], running: UUID | None) -> list[turns.Turn]:
    shown = await _with_hooks(db, await asyncio.to_thread(turns.show, stored, running))
    partial = await execution.partial(db, running) if running is not None else None
    if running is not None and partial is not None:
        growing = await asyncio.to_thread(turns.growing, running, partial.parts, partial.state)
        shown.append(growing)
    return shown


async def _with_hooks(db: Database, shown: list[turns.Turn]) -> list[turns.Turn]:
    """Say of each answer how the hooks of its turn went, where some ran."""
    ids = [UUID(turn.id) for turn in shown if isinstance(turn, turns.Answer)]
    seen = {str(each.turn_id): each for each in await hook.seen(db, ids)}
    return [
        replace(turn, hooks=_went(seen[turn.id]))
        if isinstance(turn, turns.Answer) and turn.id in seen
        else turn
        for turn in shown
    ]


def _went(seen: hook.Seen) -> str:
    counted = f"{seen.runs} {'hook' if seen.runs == 1 else 'hooks'} ran"
    told = [
        f"{count} {what}" for count, what in ((seen.blocked, "blocked"), (seen.failed, "failed")) if count
    ]
    return ", ".join([counted, *told])


def _split(stored: list[Message]) -> int:
    """Return where the recent messages begin: at a question, so that every answer has its own before it."""
    start = max(0, len(stored) - _RECENT)
    return next((n for n in range(start, len(stored)) if stored[n].role == "user"), start)


def _older(chat_id: str, stored: list[Message]) -> str:
    return f"/c/{chat_id}/messages?before={stored[0].position}" if len(stored) == PAGE else ""


def _newer(chat_id: str, stored: list[Message]) -> str:
    return f"/c/{chat_id}/messages?after={stored[-1].position}"
