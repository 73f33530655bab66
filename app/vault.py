"""Secrets: encrypted here, before they reach the database, and opened here.

AES-256-GCM with a random nonce of 12 bytes. Authenticated with the value, each with its length before it:
`popagent`, the version of this format, owner, name and key id: a row that was moved or renamed does not open.
"""

import asyncio
import hashlib
import hmac
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.bell import RESYNC, Bell
from app.db import Database, Refused, Unavailable
from app.queries import secret
from app.redaction import Redactor, named, with_values

#: Bytes of a value.
LONGEST = 64 * 1024
_FORMAT = "1"
#: Seconds between attempts to know the stored values while the database is away.
_LEARN_AGAIN = 1.0

NO_KEY = (
    "Secrets are off: POPAGENT_SECRET_KEY is not set. Set it to what `openssl rand -base64 32` prints, keep a copy,"
    " and start popagent again."
)
WRONG_KEY = (
    "Secrets are off: those that are stored were encrypted with another key than POPAGENT_SECRET_KEY. Set the key they"
    " were stored with, or delete them and store them anew. Nothing was changed."
)


@dataclass(frozen=True, repr=False)
class Key:
    """32 bytes, and the name that is made from them."""

    data: bytes

    @property
    def id(self) -> str:
        """What rows call the key."""
        return hmac.digest(self.data, b"popagent secret key id v1", hashlib.sha256).hex()[:16]

    @property
    def check_value(self) -> str:
        """By what a database knows the key again."""
        return hmac.digest(self.data, b"popagent secret check v1", hashlib.sha256).hex()

    @property
    def known(self) -> dict[str, str]:
        """What a database is told of the key."""
        return {"key_id": self.id, "check_value": self.check_value}

    def fingerprint(self, value: str) -> str:
        """Return eight digits that are the same for the same value."""
        return hmac.digest(
            self.data, b"popagent secret fingerprint v1" + _bytes(value), hashlib.sha256
        ).hex()[:8]


@dataclass(frozen=True, repr=False)
class _Sealed:
    nonce: bytes
    ciphertext: bytes


class Vault:
    """The secrets of one database, with the keys of this process; the active one comes first.

    Without a key, or with a wrong one, every call but `names` and `remove` is Refused 503 secrets_off.
    A value that was stored, revealed or learnt here is redacted from then on.
    """

    def __init__(self, db: Database, keys: list[bytes], redactor: Redactor) -> None:
        self._db = db
        self._keys = [Key(data) for data in keys]
        self._redactor = redactor
        self._ready = False
        self._known = asyncio.Event()
        self._following: asyncio.Task[None] | None = None

    async def trouble(self) -> str:
        """Return why secrets are off; nothing when they are on. Raises Unavailable."""
        if not self._keys:
            return NO_KEY
        if not self._ready:
            self._ready = await secret.use_keys(self._db, [key.known for key in self._keys]) == "ready"
        return "" if self._ready else WRONG_KEY

    async def store(self, resource_id: str, name: str, value: str) -> int:
        """Store a new secret. Refused 409 secret_exists, 422 invalid_name or invalid_value."""
        key = await self._active()
        sealed = self._seal(key, resource_id, name, value)
        return await secret.store(
            self._db, resource_id, name, key.id, sealed.nonce, sealed.ciphertext, key.fingerprint(value)
        )

    async def update(self, resource_id: str, name: str, value: str, revision: int | None = None) -> int:
        """Give a secret another value. Refused 404 secret_not_found, 409 revision_conflict, 422 invalid_value."""
        key = await self._active()
        sealed = self._seal(key, resource_id, name, value)
        return await secret.replace_value(
            self._db,
            resource_id,
            name,
            key.id,
            sealed.nonce,
            sealed.ciphertext,
            key.fingerprint(value),
            revision,
        )

    async def reveal(self, resource_id: str, name: str) -> str:
        """Return the value of a secret. Refused 404 secret_not_found, 503 secret_unreadable."""
        await self._active()
        stored = await secret.load(self._db, resource_id, name)
        value = self._open(resource_id, name, stored.key_id, stored.nonce, stored.ciphertext)
        self._redactor.add(value, name)
        return value

    async def learn(self) -> None:
        """Know all stored values, so that none is shown, whoever stored it; what does not open is left out."""
        after = None
        while not await self.trouble() and (page := await secret.encrypted(self._db, after)):
            for row in page:
                with suppress(Refused):
                    value = self._open(row.resource_id, row.name, row.key_id, row.nonce, row.ciphertext)
                    self._redactor.add(value, row.name)
            after = page[-1].id

    def start(self, bell: Bell) -> None:
        """Begin to know all stored values: those there are, and what other processes store."""
        self._following = asyncio.create_task(self._follow(bell))

    async def close(self) -> None:
        """Stop hearing of them."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

    async def known(self) -> None:
        """Wait until what was stored before is known, where that has begun."""
        if self._following is not None:
            await self._known.wait()

    async def _follow(self, bell: Bell) -> None:
        with bell.listening() as ear:
            while True:
                try:
                    await self.learn()
                except Unavailable:
                    await asyncio.sleep(_LEARN_AGAIN)
                    continue
                self._known.set()
                while not any(name == RESYNC or name.startswith("secret:") for name in await ear.heard()):
                    pass

    def redact(self, text: str) -> str:
        """Return a text without the values in use, for what is kept."""
        return self._redactor.text(text)

    async def restore(self, resource_id: str, value: Any) -> Any:
        """Return a JSON value with the secrets that it names in the place of their names, as far as they open."""
        values = {}
        for name in named(value):
            with suppress(Refused):
                values[name] = await self.reveal(resource_id, name)
        return with_values(value, values)

    async def names(self, resource_id: str) -> list[secret.Name]:
        """Return the secrets of an owner by name; their values stay closed."""
        return await secret.names(self._db, resource_id)

    async def remove(self, resource_id: str, name: str, revision: int | None = None) -> None:
        """Delete a secret. Refused 404 secret_not_found, 409 revision_conflict."""
        await secret.remove(self._db, resource_id, name, revision)

    async def rotate(self) -> AsyncIterator[str]:
        """Encrypt under the active key what another one encrypts, row by row; yield the name of each.

        It may be interrupted and begun again at any time. Refused 503 secret_unreadable when one does not open.
        """
        key = await self._active()
        while left := await secret.left_to_rotate(self._db, key.id):
            for row in left:
                value = self._open(row.resource_id, row.name, row.key_id, row.nonce, row.ciphertext)
                sealed = self._seal(key, row.resource_id, row.name, value)
                done = await secret.rotate(
                    self._db, row.id, row.revision, row.key_id, key.id, sealed.nonce, sealed.ciphertext,
                    key.fingerprint(value),
                )  # fmt: skip
                if done:
                    yield row.name
        await secret.forget_keys(self._db, key.id)

    async def _active(self) -> Key:
        if trouble := await self.trouble():
            raise Refused(503, "secrets_off", trouble)
        return self._keys[0]

    def _seal(self, key: Key, resource_id: str, name: str, value: str) -> _Sealed:
        data = _bytes(value)
        if not 0 < len(data) <= LONGEST:
            raise Refused(422, "invalid_value", "A secret has at least one character and at most 64 KiB.")
        self._redactor.add(value, name)
        nonce = os.urandom(12)
        return _Sealed(nonce, AESGCM(key.data).encrypt(nonce, data, _bound_to(resource_id, name, key.id)))

    def _open(self, resource_id: str, name: str, key_id: str, nonce: bytes, ciphertext: bytes) -> str:
        for key in self._keys:
            if key.id == key_id:
                try:
                    data = AESGCM(key.data).decrypt(nonce, ciphertext, _bound_to(resource_id, name, key_id))
                except InvalidTag:
                    break
                return data.decode("utf-8", "surrogatepass")
        raise Refused(
            503,
            "secret_unreadable",
            f"The secret {name} does not open: its row was changed, or needs another key. Store its value anew.",
        )


def _bytes(value: str) -> bytes:
    return value.encode("utf-8", "surrogatepass")


def _bound_to(resource_id: str, name: str, key_id: str) -> bytes:
    parts = [part.encode() for part in ("popagent", _FORMAT, resource_id, name, key_id)]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
