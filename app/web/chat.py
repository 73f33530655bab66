"""The chat over JSON and server-sent events: the AI SDK's UI-message stream."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

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
    """POST /api/chat: take the newest user message, stream the answer; or write the last answer anew.

    The same message sent again joins the answer that it began. While a turn runs a message waits: 202 with
    its place. Refused 400, 404, 409 already_answered, queue_full, turn_running, nothing_asked or
    not_the_last, 413, 422 empty_message, unsupported_part, unknown_model, or for a file's sake.
    """
    asked = await body.read(request, wire.ChatRequest)
    engine = request.app.state.engine
    if asked.trigger == "regenerate-message":
        begun = await engine.regenerate(asked.id, message_id=asked.message_id, model=asked.model)
        return _stream(engine.follow(begun.execution_id))
    message = _message(asked)
    accepted = await engine.accept(asked.id, message, model=asked.model, workspace_id=asked.workspace_id)
    if accepted.position is not None:
        waiting = {"queued": True, "messageId": message["id"], "position": accepted.position}
        return JSONResponse(waiting, status_code=202)
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
    """POST /api/chat/:id/stop?turnId=: end what runs in the session, or that turn alone, keeping what was said."""
    stopped = await request.app.state.engine.stop(path_id(request), _turn_id(request))
    return JSONResponse({"stopped": stopped})


def _stream(frames: AsyncIterator[bytes]) -> Response:
    return EventSourceResponse(frames, headers=_STREAM_HEADERS, shutdown_grace_period=_LAST_FRAMES)


def _message(asked: wire.ChatRequest) -> dict[str, Any]:
    given = asked.message if asked.message is not None else (asked.messages or [None])[-1]
    if given is None:
        raise Refused(400, "invalid_body", "message: the newest user message is needed.")
    message = body.check(given, wire.UserMessage)
    return {
        "id": message.id,
        "role": "user",
        "parts": parts.read(message.parts, message.metadata),
        "metadata": message.metadata,
    }


def _turn_id(request: Request) -> UUID | None:
    given = request.query_params.get("turnId")
    try:
        return UUID(given) if given is not None else None
    except ValueError:
        raise Refused(400, "invalid_id", "turnId: use the turnId of an answer's metadata as it is.") from None
