"""What was deleted or overwritten, carried by the page for a while so that it can be brought back.

The page gets the rows packed and signed with a key of this process: nobody can put rows of their
own making into memory by way of undoing, least of all an episode that never was.
"""

import base64
import hashlib
import hmac
import json
import secrets
import zlib
from typing import Any

from app.db import Refused

_KEY = secrets.token_bytes(32)


def seal(rows: list[dict[str, Any]], what: str = "memories") -> str:
    """Return rows as a token for a form's field; it is good only where `what` is undone."""
    packed = zlib.compress(json.dumps(rows, ensure_ascii=False).encode())
    return base64.urlsafe_b64encode(_signature(packed, what) + packed).decode()


def unseal(token: str, what: str = "memories") -> list[dict[str, Any]]:
    """Return the rows of a token. Refused 409 undo_lost when this process did not seal it for this."""
    try:
        raw = base64.urlsafe_b64decode(token.encode())
    except ValueError:
        raw = b""
    size = hashlib.sha256().digest_size
    signature, packed = raw[:size], raw[size:]
    if not hmac.compare_digest(signature, _signature(packed, what)):
        lost = (
            "This cannot be undone any more: popagent was started anew since. What was deleted stays deleted."
        )
        raise Refused(409, "undo_lost", lost)
    rows: list[dict[str, Any]] = json.loads(zlib.decompress(packed))
    return rows


def _signature(packed: bytes, what: str) -> bytes:
    return hmac.digest(_KEY, f"popagent undo v1 {what}\n".encode() + packed, "sha256")
