"""What the pages show of memories: told in words, with addresses, and as figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import UUID

from starlette.requests import Request

from app.db import Database, Refused
from app.queries import execution, memory, session
from app.web import drawing

#: Characters of a text that a list shows at most; the style cuts it further.
_SHOWN_IN_A_LIST = 280
#: Characters of a text where it is only named.
_BRIEF = 60
#: Size of a chart's field; its labels stand around it.
_CHART = (268.0, 72.0)
#: The filters by what they are called in an address.
_FILTERS = {"search": "search", "kind": "kind", "key": "key", "sessionId": "session_id"}


@dataclass(frozen=True)
class Part:
    """A part of a score: its name, what readers call it, and what it means."""

    name: str
    title: str
    meaning: str


PARTS = (
    Part("own", "Own words", "Words of the question that the memory itself holds. Rare words count more."),
    Part("spelling", "Similar words", "Words that are not the asked ones, only spelt much like them."),
    Part("lent", "Neighbours", "What was said just before or after it in the same chat."),
    Part("talk", "Whole chat", "The chat that it is from, taken as one text."),
    Part(
        "meaning", "Meaning", "Nearness in meaning to the question, as the gateway's embedding model sees it."
    ),
    Part(
        "lift",
        "Fact first",
        "A fact that says as much of the question as anything else comes before the rest.",
    ),
    Part("importance", "Importance", "A little for what is marked as important; at most a twentieth."),
)
#: Smaller parts are neither drawn nor told.
_TOO_SMALL = 0.005


@dataclass(frozen=True)
class Row:
    """A memory in a list: its text, or both sides of an exchange, cut to what fits; `at` is when it was stored."""

    id: UUID
    kind: str
    key: str
    text: str
    answer: str
    weight: str
    at: datetime


@dataclass(frozen=True)
class Origin:
    """The chat that a memory came from; without an address it was deleted."""

    id: str
    title: str
    address: str
    to_the_message: bool = False


@dataclass(frozen=True)
class Counts:
    """How many memories there are."""

    facts: int
    episodes: int

    @property
    def total(self) -> int:
        return self.facts + self.episodes


@dataclass(frozen=True)
class Series:
    """One line of the growth chart."""

    name: str
    line: drawing.Line


@dataclass(frozen=True)
class Growth:
    """Memories by week, drawn and listed; `since` is the first week."""

    series: list[Series]
    weeks: list[memory.Week]
    since: date


@dataclass(frozen=True)
class Recalled:
    """A memory that recall returns, with its score as segments of a bar and as numbers by the names of PARTS."""

    row: Row
    score: float
    bar: list[drawing.Segment]
    numbers: dict[str, float]


def query(filters: dict[str, Any], **more: Any) -> str:
    """Return the filters as the query of an address, `?` included; empty when there are none."""
    named = {name: filters[field] for name, field in _FILTERS.items()} | more
    given = {name: value for name, value in named.items() if value not in (None, "")}
    return f"?{urlencode(given)}" if given else ""


def address(request: Request, filters: dict[str, Any]) -> str:
    """Return the address of what the asking page shows, once its list is filtered like this."""
    try:
        shown = urlsplit(request.headers.get("hx-current-url", ""))
    except ValueError:
        shown = urlsplit("")
    path = shown.path if shown.path.startswith("/memories") else "/memories"
    asked = parse_qs(shown.query).get("q", [""])[0]
    return path + query(filters, q=asked)


def split(kind: str, content: str) -> tuple[str, str]:
    """Return a fact's text and nothing, or both sides of an episode."""
    said, mark, answered = content.partition("\nAssistant: ")
    if kind != "episode" or not mark:
        return content, ""
    return said.removeprefix("User: "), answered


def brief(text: str) -> str:
    """Return the beginning of a text, as one line."""
    line = " ".join(text.split())
    return line if len(line) <= _BRIEF else f"{line[:_BRIEF].rstrip()}…"


def weight(importance: float) -> str:
    """Return how important that is, in a word."""
    steps = ((0.2, "slight"), (0.4, "low"), (0.61, "usual"), (0.81, "high"))
    return next((word for limit, word in steps if importance < limit), "highest")


def row(one: memory.Memory | memory.Found | execution.Given) -> Row:
    """Return a memory as lists show it."""
    assert one.kind is not None
    assert one.content is not None
    assert one.created_at is not None
    text, answer = split(one.kind, one.content)
    key, importance = ("", 0.5) if isinstance(one, execution.Given) else (one.key or "", one.importance)
    told = weight(importance)
    return Row(
        id=one.id,
        kind=one.kind,
        key=key,
        text=text[:_SHOWN_IN_A_LIST],
        answer=answer[:_SHOWN_IN_A_LIST],
        weight="" if told == "usual" else told,
        at=one.updated_at if isinstance(one, memory.Memory) else one.created_at,
    )


async def origin(db: Database, one: memory.Memory) -> Origin | None:
    """Return where a memory came from; None when it was not a chat. An episode leads to its answer."""
    if not one.session_id:
        return None
    try:
        found = await session.load(db, one.session_id)
    except Refused:
        return Origin(one.session_id, "", "")
    chat = f"/c/{found.id}"
    place = await execution.answer_at(db, found.id, one.created_at) if one.kind == "episode" else None
    if place is None:
        return Origin(found.id, found.title or "New chat", chat)
    address = f"{chat}?at={place.position}#answer-{place.execution_id}"
    return Origin(found.id, found.title or "New chat", address, True)


def growth(weeks: list[memory.Week]) -> Growth:
    """Return memories by week as small charts, one for each kind."""
    series = [
        Series("Facts", drawing.line([week.facts for week in weeks], *_CHART)),
        Series("Episodes", drawing.line([week.episodes for week in weeks], *_CHART)),
    ]
    return Growth(series, weeks, weeks[0].week)


def parts_of(found: Sequence[Recalled]) -> list[Part]:
    """Return the parts that the scores of these memories have, for the words that explain them."""
    return [part for part in PARTS if any(one.numbers[part.name] >= _TOO_SMALL for one in found)]


def recalled(found: Sequence[memory.Found]) -> list[Recalled]:
    """Return what recall found, best first; the best score is a full bar."""
    best = max((one.score for one in found), default=0.0)
    return [_recalled(one, best) for one in found]


def _recalled(one: memory.Found, best: float) -> Recalled:
    numbers = {
        "own": one.own - one.spelling,
        "spelling": one.spelling,
        "lent": one.lent,
        "talk": one.talk,
        "meaning": one.meaning,
        "lift": one.lift,
        "importance": one.score - (one.own + one.lent + one.talk + one.meaning + one.lift),
    }
    parts = [(part.name, numbers[part.name]) for part in PARTS]
    return Recalled(row(one), one.score, drawing.stack(parts, best), numbers)
