"""Hooks that are addresses: a POST that is signed, to a place that may be asked, without redirects."""

import time
from collections.abc import Collection

import aiohttp

from app import addresses
from app.hooks.outcome import Ran, replied
from app.hooks.protocol import MOST_OUTPUT
from app.queries.hook import Hook
from app.signing import signed


async def run(hook: Hook, payload: bytes, secrets: dict[str, str], never: Collection[int]) -> Ran:
    """Post a payload to the address of a hook; the one secret that it names signs it."""
    assert hook.url is not None
    fault = addresses.fault(hook.url, hook.allow_loopback, never)
    if fault:
        return Ran("failed", reason=f"its address is refused: {fault}")
    headers = signed(payload, next(iter(secrets.values())), int(time.time()))
    headers["content-type"] = "application/json"
    try:
        async with addresses.session(hook.timeout_ms / 1000, hook.allow_loopback, never) as session:
            async with session.post(hook.url, data=payload, headers=headers, allow_redirects=False) as reply:
                return await _read(reply)
    except TimeoutError:
        return Ran("timed_out", reason=f"it did not answer within {hook.timeout_ms / 1000:g} seconds")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return Ran("failed", reason=f"it could not be asked: {addresses.why(error)}")


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
