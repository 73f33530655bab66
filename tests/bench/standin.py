"""A stand-in gateway and a bare pass-through, as processes of their own.

    python -m tests.bench.standin gateway PORT [--tokens 40] [--pause 0]
    python -m tests.bench.standin passthrough PORT GATEWAY_URL

The gateway answers every chat completion with TOKENS words, a chunk each, as fast as the socket
takes them, or PAUSE seconds apart. The pass-through parses such a stream and emits it again as UI-message parts: no
database, no memory, no history. It is the ceiling for a server of this kind.
"""

import argparse
import asyncio
import json
from collections.abc import AsyncIterator

import httpx2
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route


def _event(value: object) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


def _chunked(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def _choice(delta: dict[str, str], reason: str | None = None) -> bytes:
    return _chunked(_event({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}))


class Gateway:
    """HTTP by hand: beside what is measured it must cost little."""

    def __init__(self, tokens: int, pause: float = 0) -> None:
        self._word = _choice({"content": "word "})
        self._tokens = tokens
        self._pause = pause
        usage = {"prompt_tokens": 10, "completion_tokens": tokens, "total_tokens": 10 + tokens}
        self._end = _choice({}, "stop") + _chunked(_event({"choices": [], "usage": usage}))
        self._end += _chunked(b"data: [DONE]\n\n") + b"0\r\n\r\n"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                await self._answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next((line[15:] for line in head.split("\r\n") if line.startswith("content-length:")), "0")
        await reader.readexactly(int(length))
        if " /v1/models " in head.split("\r\n")[0]:
            body = json.dumps({"data": [{"id": "bench", "context_window": 128000}]}).encode()
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n")
            writer.write(f"content-length: {len(body)}\r\n\r\n".encode() + body)
            await writer.drain()
            return
        writer.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
        )
        for _ in range(self._tokens):
            writer.write(self._word)
            await writer.drain()
            await asyncio.sleep(self._pause)
        writer.write(self._end)
        await writer.drain()


async def _run_gateway(port: int, tokens: int, pause: float) -> None:
    server = await asyncio.start_server(Gateway(tokens, pause).serve, "127.0.0.1", port, backlog=1024)
    async with server:
        await server.serve_forever()


def _passthrough(gateway: str) -> Starlette:
    client = httpx2.AsyncClient(timeout=60)

    async def parts(text: str) -> AsyncIterator[bytes]:
        body = {"model": "bench", "stream": True, "messages": [{"role": "user", "content": text}]}
        yield _event({"type": "start"}) + _event({"type": "text-start", "id": "1"})
        async with client.stream("POST", f"{gateway}/chat/completions", json=body) as reply:
            async for line in reply.aiter_lines():
                if line.startswith("data: {"):
                    choices = json.loads(line[6:])["choices"]
                    if choices and (delta := choices[0]["delta"].get("content")):
                        yield _event({"type": "text-delta", "id": "1", "delta": delta})
        yield _event({"type": "text-end", "id": "1"}) + _event({"type": "finish"}) + b"data: [DONE]\n\n"

    async def chat(request: Request) -> Response:
        body = await request.json()
        return StreamingResponse(parts(body["message"]["parts"][0]["text"]), media_type="text/event-stream")

    return Starlette(routes=[Route("/api/chat", chat, methods=["POST"])])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["gateway", "passthrough"])
    parser.add_argument("port", type=int)
    parser.add_argument("gateway", nargs="?", default="")
    parser.add_argument("--tokens", type=int, default=40)
    parser.add_argument("--pause", type=float, default=0)
    asked = parser.parse_args()
    if asked.what == "gateway":
        asyncio.run(_run_gateway(asked.port, asked.tokens, asked.pause))
    else:
        uvicorn.run(_passthrough(asked.gateway), port=asked.port, log_level="warning", access_log=False)


if __name__ == "__main__":
    main()
