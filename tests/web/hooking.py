"""Hooks for tests: scripts that are made, and hooks that run them."""

from pathlib import Path
from typing import Any

import httpx2


class Scripts:
    """Makes programs that hooks run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, body: str) -> str:
        """Return the path of a shell script."""
        path = self._folder / f"hook-{len(list(self._folder.glob('hook-*')))}"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return str(path)


async def hook(client: httpx2.AsyncClient, event: str, script: str, **more: Any) -> dict[str, Any]:
    """Make a hook that runs a script."""
    body = {"event": event, "kind": "command", "argv": [script], **more}
    reply = await client.post("/api/hooks", json=body)
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


async def runs(client: httpx2.AsyncClient, session: str) -> list[dict[str, Any]]:
    """The runs of hooks in a session, in their order."""
    found: list[dict[str, Any]] = (await client.get(f"/api/sessions/{session}/hooks")).json()["runs"]
    return found


def told(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What ran, and how it went."""
    return [(run["event"], run["outcome"]) for run in found]
