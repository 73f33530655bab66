"""The answer that grows on the page: frames of HTML over server-sent events, or one at a time when asked."""

import asyncio
import time
from collections.abc import AsyncIterator
from uuid import UUID

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from app.db import Refused
from app.queries import execution
from app.web import pages, render, turns

#: Seconds between two frames, at least.
_SHORTEST_PAUSE = 0.1
#: A frame that was slow to make is followed by a pause this many times as long.
_PAUSE_FACTOR = 20
#: Seconds between two signs of life while nothing is to be shown; the page misses them after a few.
_BEAT = 2
#: Seconds that a stopping server leaves a stream for its last frame.
_GRACE = 3
#: Characters of an answer that a screen reader is given when it is complete.
_ANNOUNCED = 2_000


@pages.page
async def live(request: Request) -> Response:
    """The frames of a running answer; the last one shows its end and takes the listener off the page."""
    chat = await pages.load_chat(request)
    execution_id = _execution_id(request)
    if request.query_params.get("once") == "1":
        frame = await _frame(request, execution_id)
        return render.page(frame or await _last_frame(request, chat, execution_id))
    return EventSourceResponse(
        _frames(request, chat, execution_id),
        ping=_BEAT,
        ping_message_factory=lambda: ServerSentEvent("", event="beat"),
        shutdown_grace_period=_GRACE,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _frames(request: Request, chat: pages.Chat, execution_id: UUID) -> AsyncIterator[ServerSentEvent]:
    """Yield a frame whenever there is more to show; each holds the whole answer, so none can be missed."""
    shown = None
    async for _ in request.app.state.engine.watch(execution_id):
        started = time.perf_counter()
        frame = await _frame(request, execution_id)
        if frame is None:
            break
        if frame != shown:
            shown = frame
            yield ServerSentEvent(frame)
        await asyncio.sleep(max(_SHORTEST_PAUSE, _PAUSE_FACTOR * (time.perf_counter() - started)))
    yield ServerSentEvent(await _last_frame(request, chat, execution_id))


async def _frame(request: Request, execution_id: UUID) -> str | None:
    """Return the answer as far as it has come; None when it is not growing any more."""
    partial = await execution.partial(request.app.state.db, execution_id)
    if partial is None or partial.state not in ("running", "stopping"):
        return None
    return await asyncio.to_thread(_grown, execution_id, partial)


def _grown(execution_id: UUID, partial: execution.Partial) -> str:
    """Return the frame; a long text takes a while to format, which must not hold up the other streams."""
    item = turns.growing(execution_id, partial.parts, partial.state)
    return render.template("chat/grown.html", item=item)


async def _last_frame(request: Request, chat: pages.Chat, execution_id: UUID) -> str:
    """Return the end of an answer and the page around it, exactly as a reload would show it."""
    try:
        chat = await pages.load_chat(request)
    except Refused:
        return render.template("chat/gone.html")
    messages = await execution.transcript(request.app.state.db, chat.id, limit=10)
    item = next(
        (one for one in turns.show(messages) if one.kind == "answer" and one.id == str(execution_id)),
        turns.Answer(id=str(execution_id)),
    )
    running = await execution.running(request.app.state.db, chat.id)
    context = await pages.around(request, chat, running)
    return render.template("chat/done.html", item=item, announcement=_announcement(item), **context)


def _announcement(item: turns.Asked | turns.Answer) -> str:
    if isinstance(item, turns.Asked):
        return ""
    ending = item.notice.happened if item.notice else ""
    return " ".join(filter(None, ["Answer:", render.plain(item.source, _ANNOUNCED), ending]))


def _execution_id(request: Request) -> UUID:
    try:
        return UUID(request.query_params.get("execution", ""))
    except ValueError:
        raise Refused(404, "execution_not_found", "There is no answer at this address.") from None
