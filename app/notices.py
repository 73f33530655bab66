"""Notifications on their way: a signed POST of plain text, as ntfy takes it, to an address that may be asked."""

import time
from collections.abc import Collection

import aiohttp

from app import addresses
from app.db import Database, Refused
from app.queries import notice
from app.signing import signed
from app.vault import Vault

_OWNER = "popagent-user"
_SECONDS = 15.0
#: What is said of each kind, and the tag by which ntfy shows it.
_SAID = {
    "done": ("Done", "white_check_mark"),
    "failed": ("Failed", "x"),
    "waiting": ("Waits for your permission", "hourglass"),
    "test": ("A test", "bell"),
}


class Notices:
    """Sends notices on. `never` are ports of this machine that must not be asked."""

    def __init__(self, db: Database, vault: Vault, never: Collection[int] = ()) -> None:
        self._db = db
        self._vault = vault
        self._never = never

    async def deliver(self, id: int) -> bool:
        """Send a notice, and note how that went; False when it is to be tried again. Raises Unavailable."""
        sending = await notice.to_deliver(self._db, id)
        if sending is None:
            return True
        return not await notice.tried(self._db, id, await self._send(sending))

    def fault(self, url: str, allow_loopback: bool) -> str:
        """Return what is wrong with an address; nothing when it may be sent to."""
        return addresses.fault(url, allow_loopback, self._never)

    async def _send(self, sending: notice.ToDeliver) -> str | None:
        """Send; return what went wrong."""
        if fault := self.fault(sending.url, sending.allow_loopback):
            return f"Its address is refused: {fault}."
        try:
            key = await self._vault.reveal(_OWNER, sending.secret_name)
        except Refused as refusal:
            return refusal.message
        said, tag = _SAID[sending.kind]
        body = self._vault.redact(f"{said}: {sending.title}").encode()
        headers = {"content-type": "text/plain; charset=utf-8", "title": "popagent", "tags": tag}
        headers |= signed(body, key, int(time.time()))
        try:
            async with addresses.session(_SECONDS, sending.allow_loopback, self._never) as session:
                async with session.post(
                    sending.url, data=body, headers=headers, allow_redirects=False
                ) as reply:
                    return None if 200 <= reply.status < 300 else f"The address answered with {reply.status}."
        except TimeoutError:
            return f"The address did not answer within {_SECONDS:g} seconds."
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return f"The address could not be asked: {addresses.why(error)}."
