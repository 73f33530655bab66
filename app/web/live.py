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


@pages.page
async def news(request: Request) -> Response:
    """What a page shows of its chat, asked for again: 204 when nothing has changed since the state that it names."""
    query = request.query_params
    try:
        chat = await pages.load_chat(request)
    except Refused as refusal:
        if refusal.status != 404 or not render.wants_fragment(request):
            raise
        return render.page(render.template("chat/gone.html"))
    if not render.wants_fragment(request):
        return render.go_to(request, f"/c/{chat.id}")
    if "state" in query and (await pages.standing(request, chat))[2] == query["state"]:
        return Response(status_code=204)
    answering = pages.execution_id(query.get("answering", ""))
    context = await pages.news(request, chat, pages.number(query.get("since", "")), answering)
    if context is None:
        return render.go_to(request, f"/c/{chat.id}")
    return render.respond(request, "chat/news.html", **context)


@pages.page
async def live(request: Request) -> Response:
    """The frames of a running answer; the last one shows its end and takes the listener off the page."""
    chat = await pages.load_chat(request)
    execution_id = pages.execution_id(request.query_params.get("execution", ""))
    if execution_id is None:
        raise Refused(404, "execution_not_found", "There is no answer at this address.")
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
    """Return the page as it is after the end of an answer, exactly as a reload would show it."""
    try:
        chat = await pages.load_chat(request)
    except Refused:
        return render.template("chat/gone.html")
    since = pages.number(request.query_params.get("since", ""))
    context = await pages.news(request, chat, since, execution_id)
    if context is None:
        return render.template("chat/ended.html", chat=chat)
    return render.template("chat/news.html", **context)
