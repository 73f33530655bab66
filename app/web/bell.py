"""The bell as a page hears it: which session to ask for again, over server-sent events."""

from collections.abc import AsyncIterator

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from app.bell import RESYNC, Bell

#: Seconds between two signs of life; a page misses them after two.
_BEAT = 5


async def bell(request: Request) -> Response:
    """GET /bell?session=: an event `session` with an id for each change, `notice` with the id of each notification,
    `resync` when some may have been missed.

    Every connection begins with `resync`: something may have changed since the page was made.
    """
    rings = _rings(request.app.state.bell, request.query_params.get("session"))
    return EventSourceResponse(
        rings,
        ping=_BEAT,
        # Not a comment: browsers tell their pages nothing of those.
        ping_message_factory=lambda: ServerSentEvent("on", event="beat"),
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _rings(bell: Bell, session: str | None) -> AsyncIterator[ServerSentEvent]:
    with bell.listening() as ear:
        # An event without data would not be heard by browsers.
        yield ServerSentEvent("all", event=RESYNC)
        while True:
            for name in await ear.heard():
                room, _, id = name.partition(":")
                if name == RESYNC:
                    yield ServerSentEvent("all", event=RESYNC)
                elif room == "session" and session in (None, id):
                    yield ServerSentEvent(id, event="session")
                elif room == "notice" and session is None:
                    yield ServerSentEvent(id, event="notice")
