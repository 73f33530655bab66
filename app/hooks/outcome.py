"""How a run of a hook went."""

import dataclasses
from dataclasses import dataclass, field

from app.hooks.protocol import Reply, Unreadable, read_reply


@dataclass(frozen=True)
class Ran:
    """A run: outcome as in the audit, what was replied, and `reason`, why it blocked or what failed."""

    outcome: str
    reply: Reply = field(default_factory=Reply)
    reason: str = ""
    exit_code: int | None = None
    http_status: int | None = None
    bytes_in: int = 0
    bytes_out: int = 0
    duration_ms: int = 0

    def saying(self, output: bytes, exit_code: int | None = None, http_status: int | None = None) -> "Ran":
        """Return the run with what it said and how it ended."""
        return dataclasses.replace(self, bytes_out=len(output), exit_code=exit_code, http_status=http_status)

    def timed(self, seconds: float, bytes_in: int) -> "Ran":
        """Return the run with what it took."""
        return dataclasses.replace(self, duration_ms=round(seconds * 1000), bytes_in=bytes_in)


def replied(output: bytes) -> Ran:
    """Return the run of a hook that ended well and said `output`."""
    try:
        reply = read_reply(output)
    except Unreadable as fault:
        return Ran("failed", reason=str(fault))
    return Ran("blocked" if reply.decision == "block" else "ok", reply, reply.reason)
