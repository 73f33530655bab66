"""Hooks that are programs: in the sandbox, without a shell, in an environment made from nothing."""

import re

from app.hooks import files
from app.hooks.outcome import Ran, replied
from app.hooks.protocol import MOST_OUTPUT, Event, as_reason
from app.queries.hook import Hook
from app.sandbox import Ended, Sandbox

#: The exit code of a hook that blocks; its standard error says why.
_BLOCKS = 2


async def run(hook: Hook, event: Event, payload: bytes, secrets: dict[str, str], sandbox: Sandbox) -> Ran:
    """Run the program of a hook on a payload."""
    environment = _environment(event, secrets)
    fault = files.trouble(hook.argv) or await sandbox.trouble()
    if any("\0" in value for value in environment.values()):
        fault = "a secret that it names has a NUL, which no program can be given"
    if fault:
        return Ran("failed", reason=fault)
    ended = await sandbox.run(
        hook.argv,
        input=payload,
        environment=environment,
        seconds=hook.timeout_ms / 1000,
        most=MOST_OUTPUT,
        files=files.named(hook.argv),
    )
    return _judged(ended, hook).saying(ended.output, exit_code=ended.exit_code)


def _judged(ended: Ended, hook: Hook) -> Ran:
    if ended.fault == "timed_out":
        return Ran("timed_out", reason=f"it did not end within {hook.timeout_ms / 1000:g} seconds")
    if ended.fault == "too_large":
        return Ran("too_large", reason="it said more than 64 KiB")
    if ended.exit_code == 0:
        return replied(ended.output)
    reason = as_reason(ended.errors)
    if ended.exit_code == _BLOCKS:
        return Ran("blocked", reason=reason)
    return Ran("failed", reason=f"it ended with {ended.exit_code}: {reason}".rstrip(": "))


def _environment(event: Event, secrets: dict[str, str]) -> dict[str, str]:
    known = {
        "POPAGENT_HOOK_EVENT": event.name,
        "POPAGENT_HOOK_SESSION_ID": event.about.session_id or "",
        "POPAGENT_HOOK_TURN_ID": str(event.about.turn_id or ""),
    }
    given = {f"POPAGENT_HOOK_SECRET_{_variable(name)}": value for name, value in secrets.items()}
    return known | given


def _variable(name: str) -> str:
    return re.sub(r"[^A-Z0-9]", "_", name.upper())
