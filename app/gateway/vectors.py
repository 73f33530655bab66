"""The reply to a request for embeddings, in whatever form it comes -> vectors."""

import array
import base64
import binascii
import math
import sys
from typing import Any

from app.gateway.events import GatewayError

_LONGEST = 16_000


def parse(body: Any, count: int) -> list[list[float]]:
    """Return `count` vectors of one length, in the order of the texts. Raises GatewayError bad_response."""
    entries = _entries(body)
    if len(entries) != count:
        raise _bad(f"{len(entries)} vectors for {count} texts")
    vectors = [_vector(entry) for entry in _in_order(entries)]
    if len({len(vector) for vector in vectors}) > 1:
        raise _bad("vectors of different lengths")
    return vectors


def _entries(body: Any) -> list[Any]:
    if isinstance(body, dict):
        body = next((body[key] for key in ("data", "embeddings") if isinstance(body.get(key), list)), None)
    if not isinstance(body, list):
        raise _bad("no list of vectors")
    return body


def _in_order(entries: list[Any]) -> list[Any]:
    """By their indexes, where these are a count from 0; else as they came."""
    indexes = [entry.get("index") if isinstance(entry, dict) else None for entry in entries]
    if {index for index in indexes if type(index) is int} != set(range(len(entries))):
        return entries
    return [entries[indexes.index(n)] for n in range(len(entries))]


def _vector(entry: Any) -> list[float]:
    value = entry.get("embedding") if isinstance(entry, dict) else entry
    if isinstance(value, str):
        value = _decoded(value)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]  # llama-server's own form
    if not isinstance(value, list) or not 0 < len(value) <= _LONGEST or not all(map(_is_number, value)):
        raise _bad("something that is no vector")
    return [float(number) for number in value]


def _decoded(text: str) -> list[float]:
    """Base64 of little-endian 32-bit numbers."""
    try:
        numbers = array.array("f", base64.b64decode(text, validate=True))
    except (ValueError, binascii.Error):
        raise _bad("something that is no vector") from None
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) < 1e30


def _bad(what: str) -> GatewayError:
    return GatewayError("bad_response", f"The gateway answered a request for embeddings with {what}.")
