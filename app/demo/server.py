"""The demo model's endpoint: `/v1/models` and `/v1/chat/completions`, on a loopback port of its own."""

import asyncio
import hmac
import json
import re
import secrets
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.server import ServerState

from app.demo.files import without_images
from app.demo.rules import Call, Reply, reply, text_of

MODEL = "demo"
CONTEXT_WINDOW = 32768
_CHARACTERS_A_TOKEN = 4
_ROLES = {"system", "developer", "user", "assistant", "tool"}


class BadRequest(Exception):
    """A request that is refused: HTTP status, OpenAI error code, sentence."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class DemoServer:
    """Runs the endpoint in this process; `key` is a fresh secret that every request must carry."""

    def __init__(self) -> None:
        self.key = secrets.token_urlsafe(24)
        self.url = ""
        self._state = ServerState()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen on a free loopback port; `url` is known afterwards."""
        # Not uvicorn.Server: that takes over the process's signals and announces itself.
        config = uvicorn.Config(
            _application(self.key), lifespan="off", log_config=None, access_log=False, ws="none"
        )
        config.load()
        protocol: Any = config.http_protocol_class
        listener = socket.create_server(("127.0.0.1", 0))
        self._server = await asyncio.get_running_loop().create_server(
            lambda: protocol(config=config, server_state=self._state, app_state={}),
            sock=listener,
        )
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"

    async def stop(self) -> None:
        """Stop listening and break off what still runs."""
        if self._server is None:
            return
        self._server.close()
        for connection in list(self._state.connections):
            connection.shutdown()
        running = list(self._state.tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _application(key: str) -> Starlette:
    async def models(request: Request) -> Response:
        _check_key(request, key)
        model = {"id": MODEL, "object": "model", "owned_by": "popagent", "context_window": CONTEXT_WINDOW}
        return JSONResponse({"object": "list", "data": [model]})

    async def completions(request: Request) -> Response:
        _check_key(request, key)
        body = _checked(await request.body())
        tools = [str(tool["function"]["name"]) for tool in body.get("tools") or []]
        answer = reply(body["messages"], tools)
        usage = _usage(body, answer)
        if not body.get("stream"):
            return JSONResponse(_completion(answer, usage))
        wanted = (body.get("stream_options") or {}).get("include_usage")
        return StreamingResponse(_chunks(answer, usage if wanted else None), media_type="text/event-stream")

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, BadRequest)
        detail = {"message": str(error), "type": "invalid_request_error", "code": error.code}
        return JSONResponse({"error": detail}, error.status)

    return Starlette(
        routes=[
            Route("/v1/models", models, methods=["GET"]),
            Route("/v1/chat/completions", completions, methods=["POST"]),
        ],
        exception_handlers={BadRequest: refuse},
    )


def _check_key(request: Request, key: str) -> None:
    given = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(given, f"Bearer {key}".encode()):
        raise BadRequest(401, "invalid_api_key", "The key is missing or wrong.")


def _checked(raw: bytes) -> dict[str, Any]:
    """The request body, when it is one that the demo model can answer. Raises BadRequest."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadRequest(400, "invalid_json", "The body is not JSON.") from None
    if not isinstance(body, dict):
        raise BadRequest(400, "invalid_request", "The body must be a JSON object.")
    if body.get("model") != MODEL:
        raise BadRequest(404, "model_not_found", f"The model does not exist; there is only '{MODEL}'.")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages or not all(_is_message(m) for m in messages):
        raise BadRequest(400, "invalid_messages", "'messages' must be a list of messages with known roles.")
    tools = body.get("tools") or []
    if not isinstance(tools, list) or not all(_is_tool(tool) for tool in tools):
        raise BadRequest(400, "invalid_tools", "'tools' must be a list of function tools.")
    if not isinstance(body.get("stream_options") or {}, dict):
        raise BadRequest(400, "invalid_request", "'stream_options' must be an object.")
    tokens = _tokens(without_images(raw.decode("utf-8", "replace")))
    if tokens > CONTEXT_WINDOW:
        message = f"This model's maximum context length is {CONTEXT_WINDOW} tokens, the request has {tokens}."
        raise BadRequest(400, "context_length_exceeded", message)
    return body


def _is_message(message: Any) -> bool:
    return isinstance(message, dict) and message.get("role") in _ROLES


def _is_tool(tool: Any) -> bool:
    function = tool.get("function") if isinstance(tool, dict) else None
    return isinstance(function, dict) and bool(function.get("name"))


def _tokens(text: str) -> int:
    return -(-len(text) // _CHARACTERS_A_TOKEN)


def _usage(body: dict[str, Any], answer: Reply) -> dict[str, int]:
    given = sum(_tokens(text_of(message)) for message in body["messages"])
    made = _tokens(answer.text) + sum(_tokens(call.name + call.arguments) for call in answer.calls)
    return {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}


def _tool_call(call: Call) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": f"call_{secrets.token_hex(8)}", "type": "function", "function": function}


def _envelope(kind: str) -> dict[str, Any]:
    created = int(time.time())
    return {"id": f"chatcmpl-{secrets.token_hex(8)}", "object": kind, "created": created, "model": MODEL}


def _completion(answer: Reply, usage: dict[str, int]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer.text or None}
    if answer.calls:
        message["tool_calls"] = [_tool_call(call) for call in answer.calls]
    reason = "tool_calls" if answer.calls else "stop"
    choice = {"index": 0, "message": message, "finish_reason": reason}
    return {**_envelope("chat.completion"), "choices": [choice], "usage": usage}


async def _chunks(answer: Reply, usage: dict[str, int] | None) -> AsyncIterator[bytes]:
    envelope = _envelope("chat.completion.chunk")

    def chunk(delta: dict[str, Any], reason: str | None = None) -> bytes:
        return _frame({**envelope, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    yield chunk({"role": "assistant", "content": ""})
    for word in re.findall(r"\S+\s*", answer.text):
        yield chunk({"content": word})
        await asyncio.sleep(answer.pause)
    for index, call in enumerate(answer.calls):
        whole = _tool_call(call)
        arguments = whole["function"].pop("arguments")
        whole["function"]["arguments"] = ""
        yield chunk({"tool_calls": [{"index": index, **whole}]})
        for n in range(0, len(arguments), 40):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": arguments[n : n + 40]}}]})
            await asyncio.sleep(answer.pause)
    yield chunk({}, "tool_calls" if answer.calls else "stop")
    if usage:
        yield _frame({**envelope, "choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def _frame(value: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()
