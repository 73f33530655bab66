"""Taking in the conversations of other assistants: read the whole file first, then one conversation after another."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from app.db import Database, Refused
from app.queries import data, memory, workspace
from app.transfer import chatgpt, claude, foreign
from app.transfer.foreign import Conversation, Malformed

OWNER = "popagent-user"

_BYTES_A_CALL = 4 * 1024 * 1024


@dataclass
class Adopted:
    """What came of a file; `left_out` holds title and reason of each conversation that was not of its form."""

    new: int = 0
    messages: int = 0
    known: int = 0
    empty: int = 0
    episodes: int = 0
    left_out: list[tuple[str, str]] = field(default_factory=list)


def check(source: BinaryIO, told: Callable[[str, int], None]) -> int:
    """Read a file to its end; return how many conversations it holds. Raises `Broken`."""
    count = 0
    with foreign.opened(source) as files:
        for count, _ in enumerate(foreign.conversations(files), start=1):
            told("checked", count)
    return count


async def adopt(
    db: Database,
    source: BinaryIO,
    *,
    write: bool,
    remember: bool,
    told: Callable[[str, int], None],
) -> Adopted:
    """Store the conversations that are not here yet, as sessions; with `remember` what was said becomes episodes.

    A session that is here already stays as it is. Raises `Broken`.
    """
    adopted = Adopted()
    home = await workspace.resolve(db, None)
    with foreign.opened(source) as files:
        for count, item in enumerate(foreign.conversations(files), start=1):
            try:
                conversation = _convert(item)
            except Malformed as fault:
                adopted.left_out.append((_title(item), str(fault)))
                continue
            finally:
                told("read", count)
            if not conversation.said:
                adopted.empty += 1
                continue
            try:
                await _store(db, conversation, home, adopted, write)
            except Refused as refusal:
                adopted.left_out.append((_title(item), refusal.message))
                continue
            if remember:
                adopted.episodes += await _remember(db, conversation, write)
    return adopted


async def _store(db: Database, conversation: Conversation, home: str, adopted: Adopted, write: bool) -> None:
    """Store what is missing of a conversation, unless its session was changed here since."""
    lines = [json.dumps(row, ensure_ascii=False) for row in foreign.rows(conversation, home)]
    compared = [one for part in _calls(lines) for one in await data.import_rows(db, part, False)]
    missing = sum(one.differs_in is None for one in compared)
    if not missing or any(one.differs_in for one in compared):
        adopted.known += 1
        return
    adopted.new += 1
    adopted.messages += len(conversation.said)
    if write:
        for part in _calls(lines):
            await data.import_rows(db, part, True)


async def _remember(db: Database, conversation: Conversation, write: bool) -> int:
    """Make episodes of what was asked and answered; return how many are new, or would be looked at."""
    count = 0
    for question, answer, at in conversation.pairs():
        if not write:
            count += 1
        else:
            stored = await memory.retain(db, OWNER, conversation.session_id, question, answer, at)
            count += stored.created
    return count


def _calls(lines: list[str]) -> Iterator[str]:
    """Yield lists of lines; one call is one transaction, and few conversations need more than one."""
    part: list[str] = []
    size = 0
    for line in lines:
        if part and size + len(line) > _BYTES_A_CALL:
            yield f"[{','.join(part)}]"
            part, size = [], 0
        part.append(line)
        size += len(line)
    yield f"[{','.join(part)}]"


def _convert(item: Any) -> Conversation:
    if isinstance(item, dict) and "mapping" in item:
        conversation = chatgpt.convert(item)
    elif isinstance(item, dict) and "chat_messages" in item:
        conversation = claude.convert(item)
    else:
        raise Malformed("it is neither of ChatGPT nor of Claude")
    ids = [one.id for one in conversation.said]
    if len(set(ids)) < len(ids):
        raise Malformed("two of its messages have the same id")
    return conversation


def _title(item: Any) -> str:
    found = (item.get("title") or item.get("name")) if isinstance(item, dict) else None
    return str(found or "untitled")[:80]
