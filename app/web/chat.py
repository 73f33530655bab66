"""The chat over JSON and server-sent events: the AI SDK's UI-message stream."""

from collections.abc import AsyncIterator
from typing import Any

from sse_starlette import EventSourceResponse
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Refused
from app.queries import execution
from app.web import body, parts, wire
from app.web.api import path_id

#: Seconds that a stream has for its last frames when the server stops.
_LAST_FRAMES = 3
_STREAM_HEADERS = {"cache-control": "no-cache", "x-vercel-ai-ui-message-stream": "v1"}


async def send(request: Request) -> Response:
    """POST /api/chat: take the newest user message, stream the answer.

    The same message sent again joins the answer that it began. Refused 400, 409 turn_running,
    no_versions or already_answered, 413, 422 empty_message, unsupported_part, unknown_model, or for a file's sake.
    """
    asked = await body.read(request, wire.ChatRequest)
    if asked.trigger == "regenerate-message":
        raise Refused(
            409, "no_versions", "Answers have no versions yet. Send the question again as a new message."
        )
    engine = request.app.state.engine
    accepted = await engine.accept(
        asked.id, _message(asked), model=asked.model, workspace_id=asked.workspace_id
    )
    if not accepted.created and not await engine.can_follow(accepted.execution_id):
        raise Refused(
            409, "already_answered", "This message was answered already. Load the session to read the answer."
        )
    return _stream(engine.follow(accepted.execution_id))


async def resume(request: Request) -> Response:
    """GET /api/chat/:id/stream: what the running answer has said after Last-Event-ID, then live; 204 when idle."""
    running = await execution.running(request.app.state.db, path_id(request))
    if running is None:
        return Response(status_code=204)
    seen = request.headers.get("last-event-id", "")
    after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else 0
    return _stream(request.app.state.engine.follow(running, after))


async def stop(request: Request) -> Response:
    """POST /api/chat/:id/stop: end what runs in the session, keeping what was said."""
    return JSONResponse({"stopped": await request.app.state.engine.stop(path_id(request))})


def _stream(frames: AsyncIterator[bytes]) -> Response:
    return EventSourceResponse(frames, headers=_STREAM_HEADERS, shutdown_grace_period=_LAST_FRAMES)


def _message(asked: wire.ChatRequest) -> dict[str, Any]:
    given = asked.message if asked.message is not None else (asked.messages or [None])[-1]
    if given is None:
        raise Refused(400, "invalid_body", "message: the newest user message is needed.")
    message = body.check(given, wire.UserMessage)
    return {"id": message.id, "role": "user", "parts": parts.read(message), "metadata": message.metadata}
