"""HTTP/1.1 under the SDK: all that came in one network read is handed on in one piece.

The client's stock transport hands on one HTTP chunk at a time, often one word, and costs about
1 ms of CPU a request; this one costs a tenth of that. It speaks to one server directly: no
proxies, no HTTP/2.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncIterator
from typing import Any, cast

import httptools
import httpx2

_MOST_AHEAD = 1024 * 1024
_LONGEST_HEAD = 256 * 1024
_IDLE_SECONDS = 30
_MOST_IDLE = 100
_NEXT_ADDRESS_SECONDS = 2

Origin = tuple[str, str, int]


class Wire(httpx2.AsyncBaseTransport):
    """A transport for `httpx2.AsyncClient`. Raises httpx2's errors; closing it closes idle connections."""

    def __init__(self) -> None:
        self._idle: list[_Connection] = []
        self._tls: ssl.SSLContext | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request; the reply's head is in the response, its body still to be read."""
        timeouts = request.extensions.get("timeout", {})
        url = request.url
        origin = (url.scheme, url.host, url.port or (443 if url.scheme == "https" else 80))
        body = await request.aread()
        fields = b"".join(b"%b: %b\r\n" % field for field in request.headers.raw)
        if fields.count(b"\n") != len(request.headers.raw):
            raise httpx2.LocalProtocolError("a header holds a line break")
        sent = b"%b %b HTTP/1.1\r\n%b\r\n%b" % (request.method.encode(), url.raw_path, fields, body)
        while True:
            kept = self._kept(origin)
            connection = kept or await self._connect(origin, timeouts.get("connect"))
            try:
                await connection.ask(sent, timeouts.get("read"))
            except _Stale:
                # The server closed a kept connection just as it was used again: another will do.
                if kept:
                    continue
                raise httpx2.RemoteProtocolError("closed without an answer") from None
            except BaseException:
                connection.close()
                raise
            return httpx2.Response(
                connection.status,
                headers=connection.headers,
                stream=_Body(self, connection, timeouts.get("read")),
                extensions={"http_version": b"HTTP/1.1"},
            )

    async def aclose(self) -> None:
        """Close the connections that wait for a next request."""
        for connection in self._idle:
            connection.close()
        self._idle.clear()

    def keep(self, connection: "_Connection") -> None:
        """Hold a connection ready for the next request."""
        connection.idle_since = time.monotonic()
        self._idle.append(connection)
        while self._idle and (len(self._idle) > _MOST_IDLE or self._idle[0].is_old()):
            self._idle.pop(0).close()

    def _kept(self, origin: Origin) -> "_Connection | None":
        for connection in reversed(self._idle):
            if connection.origin == origin:
                self._idle.remove(connection)
                if connection.can_be_kept() and not connection.is_old():
                    return connection
                connection.close()
        return None

    async def _connect(self, origin: Origin, seconds: float | None) -> "_Connection":
        scheme, host, port = origin
        try:
            async with asyncio.timeout(seconds):
                return await self._first_that_answers(origin, await _addresses(host, port), scheme == "https")
        except TimeoutError as error:
            raise httpx2.ConnectTimeout("no answer") from error
        except OSError as error:
            raise httpx2.ConnectError(str(error)) from error

    async def _first_that_answers(self, origin: Origin, addresses: list[str], secure: bool) -> "_Connection":
        """Try the host's addresses in turn; one that does not answer does not hold up the next."""
        _, host, port = origin
        if secure and self._tls is None:
            self._tls = httpx2.create_ssl_context()
        options: dict[str, Any] = {"ssl": self._tls, "server_hostname": host} if secure else {}
        loop = asyncio.get_running_loop()
        for address in addresses[:-1]:
            try:
                async with asyncio.timeout(_NEXT_ADDRESS_SECONDS):
                    return (
                        await loop.create_connection(lambda: _Connection(origin), address, port, **options)
                    )[1]
            except (TimeoutError, OSError):
                continue
        return (await loop.create_connection(lambda: _Connection(origin), addresses[-1], port, **options))[1]


async def _addresses(host: str, port: int) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class _Stale(Exception):
    """The connection was closed before any byte of the reply."""


class _Body(httpx2.AsyncByteStream):
    """The body of one reply. Closed before its end, it takes the connection with it."""

    def __init__(self, wire: Wire, connection: "_Connection", seconds: float | None) -> None:
        self._wire = wire
        self._connection: _Connection | None = connection
        self._seconds = seconds

    async def __aiter__(self) -> AsyncIterator[bytes]:
        connection = self._connection
        while connection and (piece := await connection.read(self._seconds)):
            yield piece

    async def aclose(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if connection.can_be_kept():
            self._wire.keep(connection)
        else:
            connection.close()


class _Connection(asyncio.Protocol):
    """One connection and the reply that comes over it, parsed as it comes."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.closed = False
        self.idle_since = 0.0
        self._waiter: asyncio.Future[None] | None = None
        self._paused = False
        self._forget()

    def _forget(self) -> None:
        """Be ready for a new reply."""
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self._parser = httptools.HttpResponseParser(self)
        self._head_size = 0
        self._has_head = False
        self._has_all = False
        self._keep_alive = False
        self._silent = True
        self._pieces: list[bytes] = []
        self._ahead = 0
        self._error: Exception | None = None

    async def ask(self, request: bytes, seconds: float | None) -> None:
        """Send a request and wait for the head of its reply. Raises httpx2.HTTPError or _Stale."""
        self._forget()
        if not self.closed:
            self._transport.write(request)
        while not self._has_head:
            if self.closed and self._silent:
                raise _Stale
            await self._something(seconds)

    async def read(self, seconds: float | None) -> bytes:
        """All of the body that has come since the last call, waiting for it; empty at its end."""
        while not self._pieces:
            if self._has_all:
                return b""
            await self._something(seconds)
        pieces, self._pieces, self._ahead = self._pieces, [], 0
        if self._paused and not self.closed:
            self._paused = False
            self._transport.resume_reading()
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def can_be_kept(self) -> bool:
        """Whether the reply is over and another may follow on this connection."""
        return self._has_all and self._keep_alive and not self.closed and not self._paused

    def is_old(self) -> bool:
        """Whether the server may be about to close it for idleness."""
        return time.monotonic() - self.idle_since > _IDLE_SECONDS

    def close(self) -> None:
        """End the connection at once."""
        self.closed = True
        self._transport.abort()

    async def _something(self, seconds: float | None) -> None:
        """Wait for any news. Raises what went wrong, httpx2.ReadTimeout after `seconds`."""
        if self._error:
            raise self._error
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        timer = loop.call_later(seconds, self._fail, httpx2.ReadTimeout("silence")) if seconds else None
        try:
            await self._waiter
        finally:
            self._waiter = None
            if timer:
                timer.cancel()

    def _fail(self, error: Exception) -> None:
        self._error = self._error or error
        self._wake()

    def _wake(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    # asyncio calls these.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not every event loop's transports are subclasses of asyncio's.
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._silent = False
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            self._keep_alive = False
            if not self._has_all:
                self._fail(httpx2.RemoteProtocolError(str(error)))
        if self._ahead > _MOST_AHEAD and not self._paused:
            self._paused = True
            self._transport.pause_reading()
        self._wake()

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if self._has_head and not self._has_all and error is None and not self._is_measured():
            self._has_all = True
        elif not self._has_all:
            self._fail(httpx2.ReadError(str(error or "closed in the middle of a reply")))
        self._wake()

    def _is_measured(self) -> bool:
        """Whether the reply's head says how to see the end of its body."""
        return any(name.lower() in (b"content-length", b"transfer-encoding") for name, _ in self.headers)

    # The parser calls these.

    def on_message_begin(self) -> None:
        # Anything after a whole reply is not an answer to us.
        self._keep_alive = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_size += len(name) + len(value)
        if self._head_size > _LONGEST_HEAD:
            raise ValueError("the head of the reply is too long")
        if not self._has_head:
            self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        status = self._parser.get_status_code()
        if status < 200:
            self.headers = []
        elif not self._has_all:
            self.status = status
            self._has_head = True

    def on_body(self, body: bytes) -> None:
        if not self._has_all:
            self._pieces.append(body)
            self._ahead += len(body)

    def on_message_complete(self) -> None:
        if self._has_head and not self._has_all:
            self._has_all = True
            self._keep_alive = self._parser.should_keep_alive()
