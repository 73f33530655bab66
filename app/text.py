"""Text that every store and every wire accepts."""

import re
from typing import Any

# NUL is refused by PostgreSQL; surrogate halves by every UTF-8 encoder.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def scrub(value: Any) -> Any:
    """Return `value` with each NUL and each lone surrogate replaced by U+FFFD.

    Strings, and the strings inside lists, tuples and dictionaries (keys too); anything else
    comes back as it is. Surrogate halves that follow one another are joined first.
    """
    if isinstance(value, str):
        return _scrub_text(value)
    if isinstance(value, dict):
        return {scrub(key): scrub(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [scrub(item) for item in value]
    return value


def _scrub_text(text: str) -> str:
    if text.isascii():  # a look at a flag; an image as base64 has millions of characters
        return text.replace("\x00", _REPLACEMENT)
    if not _UNSTORABLE.search(text):
        return text
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return joined.replace("\x00", _REPLACEMENT)
