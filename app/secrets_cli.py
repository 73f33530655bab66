"""`popagent secrets …`: names, and the change of the key."""

from app.db import Database
from app.hiding import vault
from app.memory_cli import OWNER, run
from app.settings import Settings


def names(settings: Settings) -> int:
    """Print the names with fingerprint and date; 1 when there are none."""
    found = run(settings, lambda db: vault(settings, db).names(OWNER))
    for row in found:
        print(f"{row.fingerprint}  {row.updated_at:%Y-%m-%d}  {row.name}")
    return 0 if found else 1


def rotate(settings: Settings) -> None:
    """Encrypt everything under POPAGENT_SECRET_KEY that POPAGENT_SECRET_KEY_PREVIOUS encrypts."""

    async def act(db: Database) -> int:
        count = 0
        async for name in vault(settings, db).rotate():
            count += 1
            print(f"encrypted anew: {name}", flush=True)
        return count

    count = run(settings, act)
    told = f"{count} {'secret' if count == 1 else 'secrets'} changed to the new key."
    print(f"{told} The previous one is not needed any more.")
