"""Hooks that are addresses: a POST that is signed, to a place that may be asked, without redirects."""

import hashlib
import hmac
import time
from collections.abc import Collection

import aiohttp

from app import addresses
from app.hooks.outcome import Ran, replied
from app.hooks.protocol import MOST_OUTPUT
from app.queries.hook import Hook


async def run(hook: Hook, payload: bytes, secrets: dict[str, str], never: Collection[int]) -> Ran:
    """Post a payload to the address of a hook; the one secret that it names signs it."""
    assert hook.url is not None
    fault = addresses.fault(hook.url, hook.allow_loopback, never)
    if fault:
        return Ran("failed", reason=f"its address is refused: {fault}")
    headers = signed(payload, next(iter(secrets.values())), int(time.time()))
    try:
        async with addresses.session(hook.timeout_ms / 1000, hook.allow_loopback, never) as session:
            async with session.post(hook.url, data=payload, headers=headers, allow_redirects=False) as reply:
                return await _read(reply)
    except TimeoutError:
        return Ran("timed_out", reason=f"it did not answer within {hook.timeout_ms / 1000:g} seconds")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return Ran("failed", reason=f"it could not be asked: {_why(error)}")


def signed(payload: bytes, key: str, timestamp: int) -> dict[str, str]:
    """Return the headers of a payload: an HMAC-SHA256 under `key` over timestamp, full stop and body."""
    signature = hmac.digest(key.encode(), f"{timestamp}.".encode() + payload, hashlib.sha256).hex()
    return {
        "content-type": "application/json",
        "x-popagent-timestamp": str(timestamp),
        "x-popagent-signature": f"v1={signature}",
    }


async def _read(reply: aiohttp.ClientResponse) -> Ran:
    output = b""
    async for piece in reply.content.iter_any():
        output += piece
        if len(output) > MOST_OUTPUT:
            break
    return _judged(reply.status, output).saying(output, http_status=reply.status)


def _judged(status: int, output: bytes) -> Ran:
    if len(output) > MOST_OUTPUT:
        return Ran("too_large", reason="it said more than 64 KiB")
    if not 200 <= status < 300:
        return Ran("failed", reason=f"it answered with {status}")
    return replied(output)


def _why(error: BaseException) -> str:
    if isinstance(error, aiohttp.ClientConnectorError) and isinstance(error.os_error, addresses.Forbidden):
        return str(error.os_error)
    return (
        "its name cannot be resolved"
        if isinstance(error, aiohttp.ClientConnectorDNSError)
        else type(error).__name__
    )
