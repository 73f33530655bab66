"""Microseconds that the door adds to a request: host, origin, size, login and headers.

    python -m tests.bench.door [--requests 20000] [--rounds 5]

Calls an application that answers at once, bare and behind the guard, in alternation and without a
socket: as a browser that is logged in, as a script with the header, and where no key is set.
"""

import argparse
import asyncio
import statistics
import time
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import Settings
from app.web.guard import COOKIE, Guard

KEY = "a key of the owner"


class _Logins:
    """Logins that are believed, as they are between two looks into the database."""

    def __init__(self) -> None:
        self._id = uuid4()

    async def holder(self, _token: str) -> Any:
        return self._id


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
    await send({"type": "http.response.body", "body": b"ok"})


def _scope(path: str, *headers: tuple[str, str]) -> Scope:
    said = [("host", "127.0.0.1:8420"), ("user-agent", "Mozilla/5.0"), ("accept", "text/html"), *headers]
    return {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"",
        "scheme": "http", "server": ("127.0.0.1", 8420), "client": ("127.0.0.1", 5), "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in said],
        "app": SimpleNamespace(state=SimpleNamespace(logins=_Logins())),
    }  # fmt: skip


async def _time(app: ASGIApp, scope: Scope, requests: int) -> float:
    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_message: Message) -> None:
        return

    began = time.process_time()
    for _ in range(requests):
        await app(dict(scope), receive, send)
    return (time.process_time() - began) / requests * 1e6


async def main(requests: int, rounds: int) -> None:
    """Measure and print."""
    locked = Guard(_answer, Settings.model_validate({"POPAGENT_API_KEY": KEY}))
    open_ = Guard(_answer, Settings.model_validate({}))
    cases = {
        "logged in": (locked, _scope("/c/x", ("cookie", f"{COOKIE}={'t' * 43}"))),
        "header": (locked, _scope("/api/sessions", ("x-popagent-key", KEY))),
        "no key": (open_, _scope("/c/x")),
    }
    for name, (guard, scope) in cases.items():
        added = []
        for _ in range(rounds):
            bare = await _time(_answer, scope, requests)
            added.append(await _time(guard, scope, requests) - bare)
        print(f"{name:10} {statistics.median(added):6.1f} µs a request, at most {max(added):.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    asyncio.run(main(chosen.requests, chosen.rounds))
