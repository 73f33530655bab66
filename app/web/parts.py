"""The parts of a user's message as clients send them: text, and files by address or in data: URLs."""

import base64
import binascii
import json
import re
from typing import Any
from urllib.parse import unquote_to_bytes

from app.db import Refused
from app.web import body, guard, sniff, wire

ADDRESS = "/api/attachments/"
_DATA = re.compile(r"data:[^,]*?(;\s*base64\s*)?,", re.I)


def read(given: list[dict[str, Any]], metadata: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the parts of a message in the form in which turns take them; its metadata counts in its size.

    A file of a data: URL comes with its bytes as base64 in `data`, and a text file's text in `text`.
    Refused 413, 422 empty_message, unsupported_part, invalid_data_url, or as `sniff` refuses a file.
    """
    parts = [_part(part) for part in given]
    if not any(part["type"] == "file" or part["text"].strip() for part in parts):
        raise Refused(422, "empty_message", "parts: there is no text to answer, and no file.")
    words = [part["text"] for part in parts if part["type"] == "text"]
    # Files may be large; what else there is of a message, as large as ever.
    if len(json.dumps([words, metadata], ensure_ascii=False).encode()) > guard.BODY_LIMIT:
        raise Refused(
            413, "too_large", "A message can be at most 1 MiB long. Shorten it, or send it in parts."
        )
    return parts


def by_address(id: str) -> dict[str, Any]:
    """Return the part that names an attachment."""
    return {"type": "file", "url": f"{ADDRESS}{id}"}


def _part(part: dict[str, Any]) -> dict[str, Any]:
    if part.get("type") == "text":
        return body.check(part, wire.TextPart).model_dump()
    if part.get("type") == "file":
        return _file(body.check(part, wire.FilePart))
    raise Refused(422, "unsupported_part", "parts: only text and files can be sent.")


def _file(part: wire.FilePart) -> dict[str, Any]:
    if part.url.startswith(ADDRESS):
        return {"type": "file", "url": part.url}
    found = _DATA.match(part.url)
    if found is None:
        raise Refused(
            422, "unsupported_part", f"url: a file is named by {ADDRESS}:id, or comes whole in a data: URL."
        )
    content = _decoded(part.url, found)
    kind = sniff.sniff(content)
    data = base64.b64encode(content).decode()
    known: dict[str, Any] = {
        "type": "file",
        "filename": part.filename,
        "mediaType": kind.media_type,
        "data": data,
    }
    return known if kind.text is None else known | {"text": kind.text}


def _decoded(url: str, head: re.Match[str]) -> bytes:
    try:
        raw = unquote_to_bytes(url[head.end() :])
        return base64.b64decode(raw, validate=True) if head[1] else raw
    except (binascii.Error, ValueError):
        raise Refused(422, "invalid_data_url", "url: what the data: URL holds is not base64.") from None
