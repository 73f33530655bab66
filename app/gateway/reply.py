"""The bytes of one reply -> its events."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

import httpx2

from app.gateway import faults
from app.gateway.answer import Answer, Cut, ProviderError
from app.gateway.events import Event, GatewayError
from app.gateway.faults import Fault, Trouble
from app.gateway.frames import Frames

_DRAIN_SECONDS = 0.2


async def read(reads: AsyncIterator[bytes], answer: Answer, *, closing: float) -> AsyncGenerator[Event, None]:
    """Yield the events of a reply as its bytes come; End is the last.

    An answer that said why it ended has `closing` seconds to send its usage and end the stream.
    Raises GatewayError, or Trouble where asking again may help as long as nothing was yielded.
    """
    frames = Frames()
    broken = False
    try:
        try:
            while not frames.done:
                async with asyncio.timeout(closing if answer.reason else None):
                    data = await anext(reads, None)
                if data is None:
                    break
                for chunk in frames.feed(data):
                    answer.add(chunk)
                for event in answer.events():
                    yield event
            else:
                await _drain(reads)
        except TimeoutError:
            # The answer said that it ended; what keeps the stream open is no part of it.
            broken = True
        except httpx2.ReadTimeout:
            if not answer.began:
                raise GatewayError("gateway_failed", "The gateway was silent for too long.") from None
            broken = True
        except httpx2.HTTPError:
            broken = True
        for chunk in frames.close(broken=broken):
            answer.add(chunk)
    except (ProviderError, GatewayError) as failed:
        for event in answer.events():
            yield event
        if isinstance(failed, GatewayError):
            raise
        raise Trouble(faults.from_reply(failed.error)) from None
    try:
        for event in answer.finish(done=frames.done):
            yield event
    except Cut:
        if frames.empty and not broken:
            raise GatewayError("empty_response", "The model returned nothing.") from None
        cut = GatewayError("gateway_failed", "The connection to the gateway broke before the answer began.")
        raise Trouble(Fault(cut, retry=True, kind="connect")) from None


async def _drain(reads: AsyncIterator[bytes]) -> None:
    """Read to the end of the reply, which is due, so that its connection can be used again."""
    try:
        async with asyncio.timeout(_DRAIN_SECONDS):
            while await anext(reads, None) is not None:
                pass
    except (TimeoutError, httpx2.HTTPError):
        return
