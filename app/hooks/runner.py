"""Runs one hook, once: a command in the sandbox, or a signed POST."""

import time
from collections.abc import Collection

from app.hooks import command, http
from app.hooks.outcome import Ran
from app.hooks.protocol import Event
from app.queries.hook import Hook
from app.sandbox import Sandbox

__all__ = ["Ran", "run_hook"]


async def run_hook(
    hook: Hook,
    event: Event,
    payload: bytes,
    secrets: dict[str, str],
    sandbox: Sandbox,
    never: Collection[int] = (),
) -> Ran:
    """Run a hook and return how that went; only an abort is raised, and nothing that it started survives.

    `never` are ports of this machine that no hook may ask.
    """
    began = time.monotonic()
    if hook.kind == "command":
        ran = await command.run(hook, event, payload, secrets, sandbox)
    else:
        ran = await http.run(hook, payload, secrets, never)
    return ran.timed(time.monotonic() - began, len(payload))
