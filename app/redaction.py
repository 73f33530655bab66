"""What must not be seen: values in use are replaced by their names, in every form in which they may surface.

A value shorter than eight characters is not looked for: it would be found everywhere.
"""

import base64
import html
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
    """Knows the values in use: plain, base64 anywhere in a longer text, URL-encoded, JSON- and HTML-escaped, in
    hexadecimal, as Python writes them.

    Of a text only every fourth place is looked at: whatever has eight characters has four that begin at such a place.
    So many values cost what few do.
    """

    def __init__(self) -> None:
        self._forms: dict[str, str] = {}
        #: By their first eight characters, the longest first; the fours within those; and every shorter beginning.
        self._starting: dict[str, list[str]] = {}
        self._fours: set[str] = set()
        self._beginnings: set[str] = set()

    def add(self, value: str, name: str) -> None:
        """Look for a value from now on; it is shown as `[secret:NAME]`."""
        for form in _forms(value) - self._forms.keys():
            start = form[:SHORTEST]
            self._forms[form] = f"[secret:{name}]"
            # Replaced, not changed: other threads log meanwhile.
            self._starting[start] = sorted([*self._starting.get(start, []), form], key=len, reverse=True)
            self._fours.update(start[n : n + 4] for n in range(4))
            self._beginnings.update(start[:n] for n in range(1, SHORTEST))

    def text(self, text: str) -> str:
        """Return a text without the values."""
        shown, kept = [], 0
        for at, forms in self._places(text):
            form = next((each for each in forms if text.startswith(each, at)), None)
            if form is not None and at >= kept:
                shown += [text[kept:at], self._forms[form]]
                kept = at + len(form)
        return "".join([*shown, text[kept:]]) if shown else text

    def _places(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield where the first characters of forms stand, in order, with these forms."""
        fours = self._fours
        for hit in [at for at in range(0, len(text), 4) if text[at : at + 4] in fours]:
            for at in range(max(0, hit - 3), hit + 1):
                forms = self._starting.get(text[at : at + SHORTEST])
                if forms:
                    yield at, forms

    def json(self, value: Any) -> Any:
        """Return a JSON value without them, keys included."""
        if not self._forms:
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
        for at, forms in self._places(text):
            if any(form.startswith(text[at:]) for form in forms):
                return at
        last = range(max(0, len(text) - SHORTEST + 1), len(text))
        return next((at for at in last if text[at:] in self._beginnings), len(text))


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
    forms |= {html.escape(value), html.escape(value, quote=False), repr(value)[1:-1]}
    forms |= {escaped.replace("/", "\\/"), data.hex(), data.hex().upper(), *_base64(data)}
    # What is written into a text of JSON is escaped once more when that text is.
    forms |= {json.dumps(form, ensure_ascii=False)[1:-1] for form in forms}
    return {form for form in forms if len(form) >= SHORTEST}


def _base64(data: bytes) -> Iterator[str]:
    """The characters that stand for the data wherever it begins, but those it shares with what is beside it."""
    for before in range(3):
        encoded = base64.b64encode(b"\0" * before + data).decode().rstrip("=")
        shared_at_end = (before + len(data)) % 3 != 0
        kept = encoded[(0, 2, 3)[before] : len(encoded) - shared_at_end]
        yield kept
        yield kept.replace("+", "-").replace("/", "_")
