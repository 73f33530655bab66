"""The room `job`: work in the background."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from app.db import Database, Json


@dataclass(frozen=True)
class Chore:
    """The last run of a chore; without an end while it runs, and when its process died."""

    started_at: datetime
    finished_at: datetime | None
    result: dict[str, Any] | None


async def claim_chore(db: Database, name: str, every: timedelta) -> bool:
    """Claim a chore whose period has passed; True for one caller over all processes."""
    return bool(await db.value("job.claim_chore", p_name=name, p_every=every))


async def finish_chore(db: Database, name: str, result: dict[str, Any]) -> None:
    """Note that a chore is done, and what it did."""
    await db.value("job.finish_chore", p_name=name, p_result=Json(result))


async def chore(db: Database, name: str) -> Chore | None:
    """Return the last run of a chore; None when it never ran."""
    return await db.one(Chore, "job.chore", p_name=name)
