"""What must not be seen: values in use are replaced by their names, in every form in which they may surface.

A value shorter than eight characters is not looked for: it would be found everywhere.
"""

import base64
import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, quote_plus

SHORTEST = 8
#: How a line of the log looks.
LOG_LINE = "popagent: %(message)s"

_SHOWN = re.compile(r"\[secret:([^\]\[]{1,128})\]")


class Redactor:
    """Knows the values in use: plain, base64 anywhere in a longer text, URL-encoded, JSON-escaped, in hexadecimal."""

    def __init__(self) -> None:
        self._forms: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None

    def add(self, value: str, name: str) -> None:
        """Look for a value from now on; it is shown as `[secret:NAME]`."""
        new = {form: f"[secret:{name}]" for form in _forms(value) if form not in self._forms}
        if new:
            forms = self._forms | new
            longest_first = sorted(forms, key=len, reverse=True)
            # Replaced at once: other threads log meanwhile.
            self._forms, self._pattern = forms, re.compile("|".join(map(re.escape, longest_first)))

    def text(self, text: str) -> str:
        """Return a text without the values."""
        pattern, forms = self._pattern, self._forms
        return text if pattern is None else pattern.sub(lambda found: forms[found[0]], text)

    def json(self, value: Any) -> Any:
        """Return a JSON value without them, keys included."""
        if self._pattern is None:
            return value
        match value:
            case str():
                return self.text(value)
            case dict():
                return {self.text(str(key)): self.json(each) for key, each in value.items()}
            case list():
                return [self.json(each) for each in value]
        return value

    def stream(self) -> "Stream":
        """Return what redacts a text that comes in pieces."""
        return Stream(self)

    def begins_within(self, text: str) -> int:
        """Return where in a text a value may have begun that is not complete yet; its length when none has."""
        starts = (_unfinished(text, form) for form in self._forms)
        return min(starts, default=len(text))


def named(value: Any) -> set[str]:
    """Return the names of the secrets that a JSON value shows in the place of their values."""
    return set(_SHOWN.findall(json.dumps(value, ensure_ascii=False)))


def with_values(value: Any, values: dict[str, str]) -> Any:
    """Return a JSON value with these values, by name, where their names are shown."""
    match value:
        case str():
            return _SHOWN.sub(lambda found: values.get(found[1], found[0]), value)
        case dict():
            return {key: with_values(each, values) for key, each in value.items()}
        case list():
            return [with_values(each, values) for each in value]
    return value


class Stream:
    """Redacts a text that comes in pieces: what may be the beginning of a value is held back until it is known."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._held = ""

    def feed(self, piece: str) -> str:
        """Return what may be shown by now."""
        text = self._redactor.text(self._held + piece)
        end = self._redactor.begins_within(text)
        self._held = text[end:]
        return text[:end]

    def rest(self) -> str:
        """Return what was held back: nothing more comes."""
        held, self._held = self._held, ""
        return held


class Formatter(logging.Formatter):
    """Writes log lines without the values, those of tracebacks included."""

    def __init__(self, redactor: Redactor, format: str) -> None:
        super().__init__(format)
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return self._redactor.text(super().format(record))


def _unfinished(text: str, form: str) -> int:
    """Return where a text's end is the beginning of a form; the text's length when it is not."""
    at = text.find(form[0], max(0, len(text) - len(form) + 1))
    while at != -1:
        if form.startswith(text[at:]):
            return at
        at = text.find(form[0], at + 1)
    return len(text)


def _forms(value: str) -> set[str]:
    if len(value) < SHORTEST:
        return set()
    data = value.encode("utf-8", "surrogatepass")
    escaped = json.dumps(value)[1:-1]
    forms = {
        value,
        quote(data, safe=""),
        quote_plus(data),
        quote(data),
        escaped,
        json.dumps(value, ensure_ascii=False)[1:-1],
    }
    forms |= {escaped.replace("/", "\\/"), data.hex(), data.hex().upper(), *_base64(data)}
    return {form for form in forms if len(form) >= SHORTEST}


def _base64(data: bytes) -> Iterator[str]:
    """The characters that stand for the data wherever it begins, but those it shares with what is beside it."""
    for before in range(3):
        encoded = base64.b64encode(b"\0" * before + data).decode().rstrip("=")
        shared_at_end = (before + len(data)) % 3 != 0
        kept = encoded[(0, 2, 3)[before] : len(encoded) - shared_at_end]
        yield kept
        yield kept.replace("+", "-").replace("/", "_")
