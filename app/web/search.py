"""JSON under /api/search: full-text search over the owner's chats; and what its page shares with it."""

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import thread
from app.web import wire
from app.web.query import flag, whole

OWNER = "popagent-user"
#: Hits that can be paged through; whoever is that far needs another word.
_FURTHEST = 10_000
_UNKNOWN_CURSOR = "cursor: use the nextCursor of an earlier page as it is."


@dataclass(frozen=True)
class Found:
    """One page of hits; `exact` is False when they are only similar, `next_cursor` leads to the page after."""

    hits: list[thread.Hit]
    exact: bool
    next_cursor: str | None


async def search(request: Request) -> Response:
    """GET /api/search?q=&archived=&sessionId=&limit=&cursor="""
    query = request.query_params
    if "q" not in query:
        raise Refused(422, "out_of_range", "q: words to search for are needed.")
    archived = flag(query["archived"], "archived") if "archived" in query else None
    limit = whole(query.get("limit", "20"), "limit", 1, 100)
    found = await find(request, query["q"], query.get("cursor"), limit, archived, query.get("sessionId"))
    shown = [wire.HitOut.model_validate(hit).json_ready() for hit in found.hits]
    return JSONResponse({"results": shown, "exact": found.exact, "nextCursor": found.next_cursor})


async def find(
    request: Request,
    words: str,
    cursor: str | None,
    limit: int,
    archived: bool | None = None,
    session_id: str | None = None,
) -> Found:
    """Return one page of what was found. Refused 400 invalid_cursor, 503 search_too_long."""
    until, exact, skip = _read(cursor)
    db: Database = request.app.state.search_db
    hits = await thread.search(
        db,
        OWNER,
        words,
        archived=archived,
        thread_id=session_id,
        until=until,
        exact=exact,
        skip=skip,
        limit=limit,
    )
    more = len(hits) == limit and skip + limit < _FURTHEST
    return Found(hits, all(hit.exact for hit in hits), _cursor(hits[-1], skip + limit) if more else None)


def _cursor(last: thread.Hit, skip: int) -> str:
    told = json.dumps([last.until.isoformat(), last.exact, skip])
    return base64.urlsafe_b64encode(told.encode()).decode()


def _read(cursor: str | None) -> tuple[datetime | None, bool | None, int]:
    if cursor is None:
        return None, None, 0
    try:
        until, exact, skip = json.loads(base64.b64decode(cursor, altchars=b"-_", validate=True))
        moment = datetime.fromisoformat(until)
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise Refused(400, "invalid_cursor", _UNKNOWN_CURSOR) from None
    fits = type(exact) is bool and type(skip) is int and 0 <= skip <= _FURTHEST and moment.tzinfo is not None
    if not fits:
        raise Refused(400, "invalid_cursor", _UNKNOWN_CURSOR)
    return moment, exact, skip
