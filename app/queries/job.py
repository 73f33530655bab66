"""The room `job`: work in the background."""

from datetime import timedelta
from typing import Any

from app.db import Database, Json


async def claim_chore(db: Database, name: str, every: timedelta) -> bool:
    """Claim a chore whose period has passed; True for one caller over all processes."""
    return bool(await db.value("job.claim_chore", p_name=name, p_every=every))


async def finish_chore(db: Database, name: str, result: dict[str, Any]) -> None:
    """Note that a chore is done, and what it did."""
    await db.value("job.finish_chore", p_name=name, p_result=Json(result))
