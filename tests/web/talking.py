"""Speaking to the chat API as a client of the UI-message stream does."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2


@dataclass
class Stream:
    """What a stream brought: its numbers, its parts, and whether it was closed properly."""

    ids: list[int] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=list)
    done: bool = False

    @property
    def text(self) -> str:
        return "".join(part["delta"] for part in self.parts if part["type"] == "text-delta")

    def types(self) -> list[str]:
        return [part["type"] for part in self.parts]

    def first(self, kind: str) -> dict[str, Any]:
        return next(part for part in self.parts if part["type"] == kind)


def message(text: str, id: str = "m1") -> dict[str, Any]:
    return {"id": id, "role": "user", "parts": [{"type": "text", "text": text}]}


def ask(text: str, session: str = "s1", id: str = "m1", **more: Any) -> dict[str, Any]:
    """The body of POST /api/chat."""
    return {"id": session, "message": message(text, id), **more}


async def say(
    client: httpx2.AsyncClient, text: str, session: str = "s1", id: str = "m1", **more: Any
) -> Stream:
    """Send a message and read the whole answer."""
    async with client.stream("POST", "/api/chat", json=ask(text, session, id, **more)) as reply:
        assert reply.status_code == 200, await reply.aread()
        return await read(reply)


async def read(reply: httpx2.Response, until: Callable[[Stream], bool] | None = None) -> Stream:
    """Read a stream to its end, or until a condition holds; reading again goes on from there."""
    stream = Stream()
    lines = reply.extensions.setdefault("lines", reply.aiter_lines())
    async for line in lines:
        if line.startswith("id: "):
            stream.ids.append(int(line[4:]))
        elif line == "data: [DONE]":
            stream.done = True
        elif line.startswith("data: "):
            stream.parts.append(json.loads(line[6:]))
            if until is not None and until(stream):
                break
    return stream


async def until(condition: Callable[[], Awaitable[Any]], seconds: float = 15) -> Any:
    """Ask until the answer is true; return it."""
    async with asyncio.timeout(seconds):
        while not (found := await condition()):
            await asyncio.sleep(0.02)
    return found


async def idle(client: httpx2.AsyncClient, session: str = "s1") -> dict[str, Any]:
    """Wait until nothing runs in a session; return it with its messages."""

    async def look() -> dict[str, Any] | None:
        found = (await client.get(f"/api/sessions/{session}")).json()
        return found if not found["running"] else None

    found: dict[str, Any] = await until(look)
    return found
