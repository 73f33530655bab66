"""`popagent secrets …`: names, and the change of the key."""

from collections.abc import Callable

from app import keyfile
from app.db import Database
from app.memory_cli import OWNER, run
from app.redaction import Redactor
from app.settings import Settings
from app.vault import Vault


def names(settings: Settings) -> int:
    """Print the names with fingerprint and date; 1 when there are none."""
    found = run(settings, lambda db: _vault(settings, db).names(OWNER))
    for row in found:
        print(f"{row.fingerprint}  {row.updated_at:%Y-%m-%d}  {row.name}")
    return 0 if found else 1


def rotate(settings: Settings) -> None:
    """Encrypt everything under POPAGENT_SECRET_KEY that POPAGENT_SECRET_KEY_PREVIOUS encrypts."""

    async def act(db: Database) -> int:
        count = 0
        async for name in _vault(settings, db).rotate():
            count += 1
            print(f"encrypted anew: {name}", flush=True)
        return count

    count = run(settings, act)
    told = f"{count} {'secret' if count == 1 else 'secrets'} changed to the new key."
    print(f"{told} The previous one is not needed any more.")


async def hiding(settings: Settings, db: Database) -> Callable[[str], str]:
    """Return what takes all stored values out of a text."""
    vault = _vault(settings, db)
    await vault.learn()
    return vault.redact


def _vault(settings: Settings, db: Database) -> Vault:
    return Vault(db, keyfile.with_key(settings).secret_keys, Redactor())
