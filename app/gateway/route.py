"""One way to a model: the openai client for one address, and what was learnt about the server there."""

import asyncio
import functools
import json
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import getproxies, proxy_bypass

import httpx2
from openai import (
    APIConnectionError,
    APIStatusError,
    AsyncOpenAI,
    AsyncStream,
    DefaultAioHttpClient,
    OpenAIError,
)

from app.gateway import faults
from app.gateway.address import Address
from app.gateway.events import GatewayError
from app.gateway.faults import Concealer, Fault, Trouble

# It would log every request's whole address, which may hold a key.
logging.getLogger("httpx2").setLevel(logging.WARNING)

#: Bytes that are written at once; images make requests of many mebibytes.
_PIECE = 512 * 1024
_CONTAINER_MARK = Path("/.dockerenv")


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: to connect, between two bytes, for a model list, after an answer said that it ended, for vectors."""

    connect: float = 10
    silence: float = 300
    catalogue: float = 10
    closing: float = 10
    embeddings: float = 120


@dataclass(slots=True)
class Learnt:
    """What a server turned out to want; kept as long as the process."""

    no_stream_options: bool = False
    wants_reasoning: set[str] = field(default_factory=set)
    no_images: set[str] = field(default_factory=set)
    embeddings: bool | None = None


class Route:
    """Speaks to one address. The SDK does authorization, addresses and errors; bytes and retries are ours."""

    def __init__(self, address: Address, api_key: str | None, *, is_demo: bool, limits: Limits) -> None:
        self.address = address
        self.is_demo = is_demo
        self.learnt = Learnt()
        self._has_key = bool(api_key or address.authorization)
        self.limits = limits
        self.conceal = Concealer([*address.secrets, *([api_key] if api_key else [])])
        headers = {"Accept-Encoding": "identity"}
        if address.authorization:
            headers["Authorization"] = address.authorization
        self._client = AsyncOpenAI(
            base_url=address.base,
            api_key=api_key or "none",
            default_headers=headers,
            default_query=address.query,
            max_retries=0,
            timeout=httpx2.Timeout(limits.silence, connect=limits.connect, pool=None),
            http_client=DefaultAioHttpClient(
                # A proxy that the environment names is for addresses elsewhere, never for this machine.
                trust_env=_needs_proxy(address),
                timeout=httpx2.Timeout(limits.silence, connect=limits.connect, pool=None),
                verify=_trusted(),
                follow_redirects=True,
            ),
        )
        # The environment is read in one place only, and the SDK has a place of its own.
        self._client.organization = self._client.project = None

    async def close(self) -> None:
        """End all connections."""
        await self._client.close()

    @asynccontextmanager
    async def ask(self, body: dict[str, Any]) -> AsyncIterator[AsyncIterator[bytes]]:
        """Send one chat request; inside the block its reply is read. Leaving the block ends the request.

        Raises Trouble when there is no good reply; reading raises httpx2.HTTPError when it breaks.
        """
        raw = json.dumps(body, ensure_ascii=False).encode()
        async with self._mapping_errors():
            stream = await self._client.post(
                "/chat/completions",
                cast_to=object,
                content=_Pieces(raw) if len(raw) > _PIECE else raw,
                # Old and simple servers know no body whose length is not told beforehand.
                options={"headers": {"Content-Length": str(len(raw))}},
                stream=True,
                stream_cls=AsyncStream[object],
            )
        try:
            yield stream.response.aiter_bytes()
        finally:
            await stream.response.aclose()

    async def models(self) -> Any:
        """The decoded body of `GET /models`. Raises GatewayError."""
        reply = self._client.get("/models", cast_to=httpx2.Response)
        return await self._decoded(reply, self.limits.catalogue, "model list")

    async def embeddings(self, body: dict[str, Any]) -> Any:
        """The decoded body of `POST /embeddings`. Raises GatewayError, not_offered when there are none."""
        content = json.dumps(body, ensure_ascii=False).encode()
        reply = self._client.post("/embeddings", cast_to=httpx2.Response, content=content)
        try:
            body = await self._decoded(reply, self.limits.embeddings, "reply to a request for embeddings")
        except GatewayError as error:
            if error.code == "unknown_model" or error.status not in (404, 405, 501):
                raise
            self.learnt.embeddings = False
            message = f"The gateway at {self.address.where} offers no embeddings ({error.status})."
            raise GatewayError("not_offered", message, error.status) from None
        self.learnt.embeddings = True
        return body

    def safe(self, error: GatewayError) -> GatewayError:
        """The same error without anything that must not be seen."""
        return GatewayError(error.code, self.conceal(error.message), error.status)

    async def _decoded(self, reply: Awaitable[httpx2.Response], seconds: float, what: str) -> Any:
        try:
            async with self._mapping_errors(), asyncio.timeout(seconds):
                response = await reply
        except Trouble as trouble:
            raise self.safe(trouble.fault.error) from None
        except TimeoutError:
            raise self._unreachable("did not answer in time") from None
        try:
            return json.loads(response.content)
        except (ValueError, RecursionError):
            message = f"The {what} of the gateway at {self.address.where} is not JSON."
            raise GatewayError("bad_response", message) from None

    @asynccontextmanager
    async def _mapping_errors(self) -> AsyncIterator[None]:
        try:
            yield
        except APIStatusError as error:
            reply = error.response
            fault = faults.from_status(
                reply.status_code,
                reply.text,
                reply.headers,
                where=self.address.where,
                has_key=self._has_key,
            )
            raise Trouble(fault) from None
        except APIConnectionError as error:
            if isinstance(error.__cause__, httpx2.ReadTimeout):
                silent = GatewayError("gateway_failed", "The gateway was silent for too long.")
                raise Trouble(Fault(silent)) from None
            raise Trouble(Fault(self._unreachable(_why(error)), retry=True, kind="connect")) from None
        except OpenAIError as error:
            raise Trouble(Fault(GatewayError("gateway_failed", str(error)))) from None

    def _unreachable(self, why: str) -> GatewayError:
        address = self.address
        message = f"The gateway at {address.where} {why}. Start it, or set NINEROUTER_URL to its address."
        if address.is_loopback and not self.is_demo and _CONTAINER_MARK.exists():
            message += (
                " Inside a container this address is the container itself; the host is"
                f" http://host.docker.internal:{address.port}."
            )
        return GatewayError("gateway_unreachable", message)


class _Pieces:
    """A large body in pieces, so that sending it holds nothing else up. It may be read again."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for at in range(0, len(self._body), _PIECE):
            yield self._body[at : at + _PIECE]


def _needs_proxy(address: Address) -> bool:
    """Whether the environment names a proxy for this address; never for this machine itself."""
    if address.is_loopback:
        return False
    named = getproxies()
    scheme = address.base.partition(":")[0]
    return bool(named.get(scheme) or named.get("all")) and not proxy_bypass(address.host)


def _why(error: BaseException) -> str:
    """The cause of a failed connection, as the end of a sentence about the gateway."""
    causes = list(_chain(error))
    for kinds, words in (
        (socket.gaierror, "has a name that cannot be resolved"),
        (ssl.SSLError, "has a certificate that is not trusted, or speaks no TLS"),
        (ConnectionRefusedError, "refused the connection"),
        ((httpx2.ConnectTimeout, httpx2.ReadTimeout, TimeoutError), "did not answer in time"),
        ((httpx2.ReadError, httpx2.RemoteProtocolError), "closed the connection without an answer"),
        (httpx2.ProxyError, "cannot be reached through the proxy"),
    ):
        if any(isinstance(cause, kinds) for cause in causes):
            return words
    return "cannot be reached"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for inner in error.exceptions:
                yield from _chain(inner)
        error = error.__cause__ or error.__context__


@functools.cache
def _trusted() -> ssl.SSLContext:
    """Whom this machine trusts, read once: reading it takes longer than all the rest of a client."""
    return httpx2.create_ssl_context()
