"""Exports of other assistants: their files, conversation by conversation, and each as rows of ours.

What `chatgpt` and `claude` make of a conversation has ids that follow from those in the file: the same
file again adds nothing.
"""

import codecs
import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any, BinaryIO
from uuid import UUID, uuid5

from app.text import scrub
from app.transfer.lines import Broken

#: Characters of one conversation in a file.
LONGEST = 64 * 1024 * 1024

_CHUNK = 1024 * 1024
_NAME = re.compile(r"(?:.*/)?conversations[-_]?\d*\.json")
_ID = re.compile(r"[A-Za-z0-9_-]{1,48}")
#: A string, or a bracket; a quotation mark alone begins a string whose end is still to come.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{}]', re.DOTALL)
_IDS = UUID("6f1c0b0e-5d0c-4c57-9b0a-6a3f2f3d6b11")


class Malformed(Exception):
    """A conversation that is not of the form its export should have; the message says why."""


@dataclass(frozen=True)
class Said:
    """A message. `answers` is the question of an answer; versions of it that gave way to another are not `shown`."""

    id: str
    role: str
    texts: list[str]
    at: datetime
    model: str = ""
    answers: str | None = None
    shown: bool = True


@dataclass(frozen=True)
class Conversation:
    """A conversation as it will be stored. `source` is where it comes from."""

    source: str
    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    archived: bool = False
    said: list[Said] = field(default_factory=list)

    @property
    def session_id(self) -> str:
        return f"{self.source}-{safe_id(self.id)}"

    def named(self) -> str:
        """Return its title; one that has none is named by the beginning of its first question."""
        first = next((one.texts[0] for one in self.said if one.role == "user"), "")
        return " ".join(self.title.split())[:200] or " ".join(first.split())[:60]

    def pairs(self) -> Iterator[tuple[str, str, datetime]]:
        """Yield what was asked and what was answered, as it is shown, with the time of the answer."""
        questions = {one.id: one for one in self.said if one.role == "user"}
        for one in self.said:
            if one.shown and one.answers in questions:
                yield "\n\n".join(questions[one.answers].texts), "\n\n".join(one.texts), one.at


def safe_id(id: str) -> str:
    """Return an id of another program as one of ours."""
    return id if _ID.fullmatch(id) else hashlib.sha256(id.encode("utf-8", "replace")).hexdigest()[:32]


@contextmanager
def opened(source: BinaryIO) -> Iterator[list[IO[bytes]]]:
    """Lend the files of conversations in an export: those in a zip, or the file itself. Raises `Broken`."""
    source.seek(0)
    if source.read(2) != b"PK":
        source.seek(0)
        yield [source]
        return
    try:
        with zipfile.ZipFile(source) as archive:
            names = sorted(name for name in archive.namelist() if _NAME.fullmatch(name))
            if not names:
                raise Broken("this zip holds no conversations.json")
            yield [archive.open(name) for name in names]
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
        raise Broken(f"the zip cannot be read: {error}") from None


def conversations(files: list[IO[bytes]]) -> Iterator[Any]:
    """Yield what the files hold, one conversation after another. Raises `Broken`."""
    for file in files:
        for number, text in enumerate(elements(file), start=1):
            try:
                yield json.loads(text)
            except (ValueError, RecursionError):
                raise Broken(f"conversation {number} is not JSON") from None


def elements(file: IO[bytes]) -> Iterator[str]:
    """Yield the text of each object of a JSON list without holding the list. Raises `Broken`."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    text, start, position, depth = "", 0, 0, 0
    while chunk := file.read(_CHUNK):
        try:
            text, start, position = text[start:] + decoder.decode(chunk), 0, position - start
        except UnicodeDecodeError:
            raise Broken("this is not text in UTF-8") from None
        while found := _TOKEN.search(text, position):
            if found[0] == '"':
                break  # the rest of the string is in the next chunk
            position = found.end()
            if found[0] in ("[", "{"):
                depth += 1
                if depth == 2:
                    start = found.start()
            elif found[0] in ("]", "}"):
                depth -= 1
                if depth == 1:
                    yield text[start:position]
                    start = position
                elif depth <= 0:
                    return
        if depth < 2:
            start = position
        if len(text) - start > LONGEST:
            raise Broken(f"a conversation is longer than {LONGEST // 1024**2} MiB")
    raise Broken("the file breaks off before its list of conversations ends")


def rows(conversation: Conversation, workspace_id: str) -> list[dict[str, Any]]:
    """Return a conversation as lines of an export."""
    id = conversation.session_id
    began, changed = conversation.created_at.isoformat(), conversation.updated_at.isoformat()
    thread: dict[str, Any] = {
        "id": id,
        "kind": "chat",
        "resource_id": "popagent-user",
        "parent_id": None,
        "created_at": began,
    }
    session = {
        "id": id,
        "title": conversation.named(),
        "title_locked": False,
        "workspace_id": workspace_id,
        "metadata": {"source": conversation.source},
        "feedback": {},
        "revision": 1,
        "created_at": began,
        "updated_at": changed,
        "archived_at": changed if conversation.archived else None,
        "pinned_at": None,
        "temporary": False,
        "title_generated": bool(conversation.title.strip()),
        "forked_from": None,
    }
    messages = [_message(id, place, one) for place, one in enumerate(conversation.said, start=1)]
    found: list[dict[str, Any]] = scrub(
        [{"thread": thread}, {"session": session}, *({"message": each} for each in messages)]
    )
    return found


def _message(thread_id: str, place: int, said: Said) -> dict[str, Any]:
    state = {"state": "done"} if said.role == "assistant" else {}
    return {
        "thread_id": thread_id,
        "position": place,
        "id": said.id,
        "role": said.role,
        "parts": [{"type": "text", "text": text} | state for text in said.texts],
        "metadata": {"custom": {"model": said.model}} if said.model else {},
        "execution_id": str(uuid5(_IDS, f"{thread_id}/{said.id}")),
        "created_at": said.at.isoformat(),
        "question_id": said.answers,
        "shown": said.shown,
    }
