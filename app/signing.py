"""Signatures of what popagent posts, so that whoever takes it knows where it comes from, and when."""

import hashlib
import hmac


def signed(body: bytes, key: str, timestamp: int) -> dict[str, str]:
    """Return the headers of a body: an HMAC-SHA256 under `key` over timestamp (seconds), full stop and body."""
    signature = hmac.digest(key.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hex()
    return {"x-popagent-timestamp": str(timestamp), "x-popagent-signature": f"v1={signature}"}
