"""The room `secret`: encrypted values by name. What comes and goes here is encrypted."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from app.db import Database, Json


@dataclass(frozen=True)
class Sealed:
    """A secret as it is stored."""

    key_id: str
    nonce: bytes
    ciphertext: bytes
    revision: int


@dataclass(frozen=True)
class Name:
    """A secret by its name; `fingerprint` is the same for the same value under the same key."""

    name: str
    fingerprint: str
    key_id: str
    revision: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class Left:
    """A secret that another key encrypts."""

    id: UUID
    resource_id: str
    name: str
    key_id: str
    nonce: bytes
    ciphertext: bytes
    revision: int


async def use_keys(db: Database, keys: list[dict[str, str]]) -> str:
    """Return ready, or wrong when secrets here need another key; the active key comes first."""
    return str(await db.value("secret.use_keys", p_keys=Json(keys)))


async def store(
    db: Database, resource_id: str, name: str, key_id: str, nonce: bytes, ciphertext: bytes, fingerprint: str
) -> int:
    """Store a new secret; return its revision. Refused 409 secret_exists."""
    return int(
        await db.value(
            "secret.store",
            p_resource_id=resource_id,
            p_name=name,
            p_key_id=key_id,
            p_nonce=nonce,
            p_ciphertext=ciphertext,
            p_fingerprint=fingerprint,
        )
    )


async def replace_value(
    db: Database,
    resource_id: str,
    name: str,
    key_id: str,
    nonce: bytes,
    ciphertext: bytes,
    fingerprint: str,
    revision: int | None,
) -> int:
    """Give a secret another value; return its revision. Refused 404 secret_not_found, 409 revision_conflict."""
    return int(
        await db.value(
            "secret.replace_value",
            p_resource_id=resource_id,
            p_name=name,
            p_key_id=key_id,
            p_nonce=nonce,
            p_ciphertext=ciphertext,
            p_fingerprint=fingerprint,
            p_revision=revision,
        )
    )


async def load(db: Database, resource_id: str, name: str) -> Sealed:
    """Return a secret as it is stored. Refused 404 secret_not_found."""
    row = await db.one(Sealed, "secret.load", p_resource_id=resource_id, p_name=name)
    assert row is not None
    return row


async def names(db: Database, resource_id: str) -> list[Name]:
    """Return the secrets of an owner by name."""
    return await db.many(Name, "secret.names", p_resource_id=resource_id)


async def remove(db: Database, resource_id: str, name: str, revision: int | None) -> None:
    """Delete a secret. Refused 404 secret_not_found, 409 revision_conflict."""
    await db.value("secret.remove", p_resource_id=resource_id, p_name=name, p_revision=revision)


async def left_to_rotate(db: Database, key_id: str) -> list[Left]:
    """Return some of the secrets that another key encrypts."""
    return await db.many(Left, "secret.left_to_rotate", p_key_id=key_id)


async def encrypted(db: Database, after: UUID | None) -> list[Left]:
    """Return a page of all secrets after one, as they are stored."""
    return await db.many(Left, "secret.encrypted", p_after=after)


async def rotate(
    db: Database,
    id: UUID,
    revision: int,
    old_key_id: str,
    key_id: str,
    nonce: bytes,
    ciphertext: bytes,
    fingerprint: str,
) -> bool:
    """Store a secret anew under another key; False when it changed meanwhile."""
    return bool(
        await db.value(
            "secret.rotate",
            p_id=id,
            p_revision=revision,
            p_old_key_id=old_key_id,
            p_key_id=key_id,
            p_nonce=nonce,
            p_ciphertext=ciphertext,
            p_fingerprint=fingerprint,
        )
    )


async def forget_keys(db: Database, key_id: str) -> int:
    """Forget keys that encrypt nothing any more; return how many."""
    return int(await db.value("secret.forget_keys", p_key_id=key_id))
