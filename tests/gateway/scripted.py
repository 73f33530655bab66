"""A gateway that sends exactly the bytes it is told to, over a real socket.

    async with ScriptedGateway() as gateway:
        gateway.answers(Reply.sse(chunk({"content": "hi"}), stop()))
        ... popagent speaks to gateway.url ...
        assert gateway.requests[0].json["model"] == "m"

Each chat request takes the next reply; the last one is used again and again. `GET /models`
has a reply of its own, `models`, and so has `POST /embeddings`: what `embeddings` makes of the request.
Used by several suites.
"""

import asyncio
import json
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, cast

DONE = b"data: [DONE]\n\n"
EVENT_STREAM = {"content-type": "text/event-stream"}


def frame(value: Any) -> bytes:
    """One server-sent event holding `value` as JSON (lone surrogates stay escapes)."""
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def chunk(delta: dict[str, Any] | None = None, reason: str | None = None, **extra: Any) -> bytes:
    """A usual chunk; `extra` adds to its top level."""
    return frame({"choices": [{"index": 0, "delta": delta or {}, "finish_reason": reason}], **extra})


def text(words: str) -> bytes:
    """A chunk of content."""
    return chunk({"content": words})


def call(*items: dict[str, Any]) -> bytes:
    """A chunk with these elements of `tool_calls`."""
    return chunk({"tool_calls": list(items)})


def usage(given: int = 10, made: int = 5) -> bytes:
    """The usual last chunk: no choices, only counts."""
    counts = {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}
    return frame({"choices": [], "usage": counts})


def stop(reason: str = "stop") -> bytes:
    """The two ends of a well-behaved stream."""
    return chunk({}, reason) + DONE


@dataclass
class Step:
    """Something done between pieces of a body; see `pause`, `hold` and `cut`."""

    act: Callable[["Exchange"], Any]


def pause(seconds: float) -> Step:
    """Let time pass."""
    return Step(lambda _: asyncio.sleep(seconds))


def hold() -> Step:
    """Send nothing more until the test says `gateway.release()` or the client goes away."""
    return Step(lambda exchange: exchange.held())


def cut() -> Step:
    """Break the connection off in the middle of the body."""
    return Step(lambda exchange: exchange.cut())


@dataclass
class Reply:
    """What to send: pieces go out in writes of their own, as HTTP chunks unless the headers say otherwise."""

    pieces: Sequence[bytes | Step]
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: dict(EVENT_STREAM))

    @classmethod
    def sse(cls, *pieces: bytes | Step, **headers: str) -> Self:
        """An event stream of these pieces."""
        return cls(pieces, 200, {**EVENT_STREAM, **headers})

    @classmethod
    def body(cls, value: Any, status: int = 200, **headers: str) -> Self:
        """A JSON value, or bytes as they are, in one piece. `_` in header names means `-`."""
        raw = value if isinstance(value, bytes) else json.dumps(value).encode()
        named = {name.replace("_", "-"): content for name, content in headers.items()}
        return cls([raw], status, {"content-type": "application/json", **named})


def raw(*pieces: bytes | Step) -> Reply:
    """Send exactly these bytes, head included, and close the connection."""
    return Reply(pieces, status=0)


def refuse() -> Reply:
    """Close the connection instead of answering."""
    return raw()


@dataclass
class Exchange:
    """One request as it came, and what became of its reply."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    connection: "_Connection" = field(repr=False)
    sent: int = 0
    finished: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def json(self) -> Any:
        """The request's body, decoded."""
        return json.loads(self.body)

    @property
    def closed_by_client(self) -> bool:
        """Whether the client has gone; its last exchange on that connection is this one."""
        return self.connection.gone.is_set()

    async def held(self) -> None:
        """Wait for release or for the client to go."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self.released, self.connection.gone)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def cut(self) -> None:
        """Reset the connection."""
        self.connection.transport.abort()
        raise ConnectionResetError

    async def client_gone(self, seconds: float = 5) -> None:
        """Wait until the client has closed this connection."""
        await asyncio.wait_for(self.connection.gone.wait(), seconds)


class ScriptedGateway:
    """Listens on a loopback port while the `async with` block runs."""

    def __init__(self, *replies: Reply, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.port = port
        self._tls = tls
        self.replies: list[Reply] = list(replies) or [Reply.sse(text("ok"), stop())]
        self.models: Reply = Reply.body({"object": "list", "data": [{"id": "m", "context_window": 1000}]})
        self.embeddings: Callable[[Exchange], Reply] = lambda _: Reply.body({"error": "no route"}, 404)
        self.embedding_requests: list[Exchange] = []
        #: The reply to requests for an answer in one piece, as titles are asked for; it says nothing.
        self.completion: Callable[[Exchange], Reply] = lambda _: Reply.body({"choices": []})
        self.completion_requests: list[Exchange] = []
        self.requests: list[Exchange] = []
        self.model_requests: list[Exchange] = []
        self.connections: list[_Connection] = []
        self._arrived = asyncio.Condition()

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: _Connection(self), "127.0.0.1", self.port, ssl=self._tls
        )
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for connection in self.connections:
            await connection.end()

    def answers(self, *replies: Reply) -> None:
        """Replace the replies for the chat requests to come."""
        self.replies = list(replies)

    def release(self) -> None:
        """Let every held reply go on."""
        asked = self.requests + self.completion_requests + self.model_requests + self.embedding_requests
        for exchange in asked:
            exchange.released.set()

    async def request(self, number: int = 1, seconds: float = 5) -> Exchange:
        """Wait for the chat request of this number (from 1)."""
        async with self._arrived:
            waiting = self._arrived.wait_for(lambda: len(self.requests) >= number)
            await asyncio.wait_for(waiting, seconds)
        return self.requests[number - 1]

    async def reply_to(self, exchange: Exchange) -> Reply:
        """Note the request and choose its reply."""
        endpoint = exchange.path.partition("?")[0].rpartition("/")[2]
        if endpoint == "completions" and b'"stream": false' in exchange.body:
            endpoint = "completion"
        kept = {
            "models": self.model_requests,
            "embeddings": self.embedding_requests,
            "completion": self.completion_requests,
        }
        kept.get(endpoint, self.requests).append(exchange)
        async with self._arrived:
            self._arrived.notify_all()
        if endpoint == "models":
            return self.models
        if endpoint == "embeddings":
            return self.embeddings(exchange)
        if endpoint == "completion":
            return self.completion(exchange)
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


class _Connection(asyncio.Protocol):
    """One connection: its requests are answered in turn, and its end is noticed at once."""

    def __init__(self, gateway: ScriptedGateway) -> None:
        self.gateway = gateway
        self.gone = asyncio.Event()
        self._buffer = b""
        self.may_write = asyncio.Event()
        self.may_write.set()
        self._came = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._task = asyncio.ensure_future(self._serve())
        self.gateway.connections.append(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._came.set()

    def connection_lost(self, _: Exception | None) -> None:
        self.gone.set()
        self._came.set()
        self.may_write.set()

    def pause_writing(self) -> None:
        self.may_write.clear()

    def resume_writing(self) -> None:
        self.may_write.set()

    async def end(self) -> None:
        """Stop answering and close."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self.transport.abort()

    async def _serve(self) -> None:
        try:
            while True:
                head = (await self._take(self._head_size)).decode("latin-1")
                line, *fields = head.strip().split("\r\n")
                method, path, _ = line.split(" ", 2)
                headers = {
                    name.lower(): value.strip() for name, _, value in (f.partition(":") for f in fields)
                }
                size = int(headers.get("content-length", 0))
                body = await self._take(lambda size=size: size if len(self._buffer) >= size else None)
                exchange = Exchange(method, path, headers, body, self)
                await self._send(await self.gateway.reply_to(exchange), exchange)
        except ConnectionError:
            self.transport.close()

    def _head_size(self) -> int | None:
        end = self._buffer.find(b"\r\n\r\n")
        return end + 4 if end >= 0 else None

    async def _take(self, size: Callable[[], int | None]) -> bytes:
        """Take bytes off the buffer once `size` knows how many."""
        while (wanted := size()) is None:
            if self.gone.is_set():
                raise ConnectionResetError
            self._came.clear()
            await self._came.wait()
        taken, self._buffer = self._buffer[:wanted], self._buffer[wanted:]
        return taken

    async def _send(self, reply: Reply, exchange: Exchange) -> None:
        headers = dict(reply.headers)
        closes = not reply.status or headers.get("connection") == "close"
        chunked = not closes and "content-length" not in headers
        if chunked:
            headers["transfer-encoding"] = "chunked"
        if reply.status:
            head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            self._write(f"HTTP/1.1 {reply.status} Scripted\r\n{head}\r\n".encode())
        try:
            for piece in reply.pieces:
                if piece == b"":
                    continue  # an empty HTTP chunk would end the body
                if isinstance(piece, bytes):
                    self._write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" if chunked else piece)
                    exchange.sent += len(piece)
                    await self.may_write.wait()
                    # A turn of the loop keeps pieces apart on the wire more often than not.
                    await asyncio.sleep(0)
                else:
                    await piece.act(exchange)
            if chunked:
                self._write(b"0\r\n\r\n")
        finally:
            exchange.finished.set()
        if closes:
            raise ConnectionResetError

    def _write(self, data: bytes) -> None:
        if self.gone.is_set():
            raise ConnectionResetError
        self.transport.write(data)
