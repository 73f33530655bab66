"""The secrets of a database for a command: what opens them, and what takes them out of a text."""

from collections.abc import Callable

from app import keyfile, logs
from app.db import Database
from app.settings import Settings
from app.vault import Vault


def vault(settings: Settings, db: Database) -> Vault:
    """Return the vault of a database with the keys of the settings. Raises KeyFileError."""
    return Vault(db, keyfile.with_key(settings).secret_keys, logs.redactor(settings))


async def hiding(settings: Settings, db: Database) -> Callable[[str], str]:
    """Return what takes all stored values, and the keys and passwords of the settings, out of a text."""
    opened = vault(settings, db)
    await opened.learn()
    return opened.redact
