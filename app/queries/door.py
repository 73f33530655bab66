"""The room `door`: browsers that logged in, and attempts to."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from app.db import Database


@dataclass(frozen=True)
class LoggedIn:
    """A login that began, and when it ends."""

    id: UUID
    expires_at: datetime


@dataclass(frozen=True)
class Login:
    """A browser that is let in; `seen_at` is to the hour."""

    id: UUID
    browser: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime


async def attempt(db: Database, network: str) -> int:
    """Count an attempt to log in; return 0, or the seconds to wait, when it is not counted."""
    return int(await db.value("door.attempt", p_network=network))


async def log_in(db: Database, token_sha256: bytes, key_mark: bytes, browser: str, network: str) -> LoggedIn:
    """Let a browser in that knew the key."""
    row = await db.one(
        LoggedIn,
        "door.log_in",
        p_token_sha256=token_sha256,
        p_key_mark=key_mark,
        p_browser=browser,
        p_network=network,
    )
    assert row is not None
    return row


async def login(db: Database, token_sha256: bytes, key_mark: bytes) -> UUID | None:
    """Return the login that a token belongs to, if it still holds."""
    found: UUID | None = await db.value("door.login", p_token_sha256=token_sha256, p_key_mark=key_mark)
    return found


async def logins(db: Database, key_mark: bytes) -> list[Login]:
    """Return the browsers that are let in, last seen first."""
    return await db.many(Login, "door.logins", p_key_mark=key_mark)


async def log_out(db: Database, id: UUID, others: bool = False) -> int:
    """End a login, or all but it; return how many ended."""
    return int(await db.value("door.log_out", p_id=id, p_others=others))
