"""The key of secrets where its owner gave none: a file beside the embedded database, made once."""

import base64
import os
from contextlib import suppress
from pathlib import Path

from app import databases
from app.errors import Foreseen
from app.settings import Settings

NAME = "secret.key"


class KeyFileError(Foreseen):
    """The file of the key cannot be used."""


def path(settings: Settings) -> Path:
    """Where the key is kept when POPAGENT_SECRET_KEY is not set and the database is the embedded one."""
    return settings.data_dir / NAME


def with_key(settings: Settings) -> Settings:
    """Return the settings with the key of the file, when there is one and no other was given. Raises KeyFileError."""
    file = path(settings)
    if settings.secret_key is not None or databases.given(settings) or not file.exists():
        return settings
    try:
        key = base64.b64decode(file.read_text(encoding="ascii").strip(), validate=True)
    except (OSError, ValueError):
        key = b""
    if len(key) != 32:
        raise KeyFileError(f"{file} should hold base64 of exactly 32 bytes: restore it from a backup")
    return settings.model_copy(update={"secret_key": key})


def make(settings: Settings) -> Path:
    """Make the key, readable by this user alone; one that is there already stays."""
    file = path(settings)
    with suppress(FileExistsError):
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as output:
            output.write(base64.b64encode(os.urandom(32)).decode() + "\n")
            output.flush()
            os.fsync(output.fileno())
    return file
