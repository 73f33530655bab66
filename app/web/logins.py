"""Browsers that logged in: what a cookie is worth, without a question to the database for every request."""

import asyncio
import hashlib
import hmac
import ipaddress
import secrets
import time
from uuid import UUID

from starlette.requests import Request

from app.bell import RESYNC, Bell
from app.db import Database
from app.queries import door

#: Seconds that a login is believed without asking. The bell tells of one that ended; this is for when it is lost.
_BELIEVED = 30.0
_MOST = 1_000


class Logins:
    """The logins of one key. One that ends anywhere is not believed here any more.

    Without a key nobody logs in, and nothing asks.
    """

    def __init__(self, db: Database, bell: Bell, key: str) -> None:
        self._db = db
        self._bell = bell
        self._mark = hmac.digest(key.encode(), b"popagent login v2", hashlib.sha256)
        self._believed: dict[bytes, tuple[UUID, float]] = {}
        self._hearing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to hear of logins that end."""
        self._hearing = asyncio.create_task(self._hear())

    async def close(self) -> None:
        """Stop hearing."""
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.gather(self._hearing, return_exceptions=True)

    async def attempt(self, network: str) -> int:
        """Count an attempt to log in; return 0, or the seconds to wait before the next."""
        return await door.attempt(self._db, network)

    async def begin(self, browser: str, network: str) -> tuple[str, door.LoggedIn]:
        """Let a browser in; return the token for its cookie, which is stored nowhere else."""
        token = secrets.token_urlsafe(32)
        return token, await door.log_in(self._db, _hash(token), self._mark, browser, network)

    async def holder(self, token: str) -> UUID | None:
        """Return the login that a token belongs to, if it still holds. Raises Unavailable."""
        if not token:
            return None
        key = _hash(token)
        id, until = self._believed.get(key, (None, 0.0))
        if id is not None and time.monotonic() < until:
            return id
        found = await door.login(self._db, key, self._mark)
        if found is None:
            self._believed.pop(key, None)
        else:
            if len(self._believed) >= _MOST:
                self._believed.clear()
            self._believed[key] = found, time.monotonic() + _BELIEVED
        return found

    async def all(self) -> list[door.Login]:
        """Return the browsers that are let in, last seen first."""
        return await door.logins(self._db, self._mark)

    async def end(self, id: UUID, others: bool = False) -> int:
        """End a login, or all but it; return how many ended."""
        ended = await door.log_out(self._db, id, others)
        self._believed.clear()
        return ended

    async def _hear(self) -> None:
        with self._bell.listening() as ear:
            while True:
                names = await ear.heard()
                if any(name == RESYNC or name.startswith("login:") for name in names):
                    self._believed.clear()


def network(request: Request) -> str:
    """Return what attempts of a client are counted by: its address, of version 6 the 64 bits of its network."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:100]
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
