"""Fragments of tool calls, as gateways really send them -> whole calls with ids of their own."""

import json
import secrets
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.gateway.events import ToolCall
from app.text import scrub

_ID_LETTERS = string.ascii_letters + string.digits
_LONGEST_ID = 4096


@dataclass(slots=True)
class _Open:
    index: int | None
    given_id: str
    name: str
    arguments: str


class Calls:
    """Gathers one answer's calls in the order they were opened.

    Neither index nor id is trusted: both may be missing, empty or the same for all. A fragment
    goes to the call it names by id or index, else to the one opened last; a name or a new id where
    a call is already whole opens the next.
    """

    def __init__(self, tool_names: set[str], used_ids: set[str]) -> None:
        self._tool_names = tool_names
        self._used_ids = set(used_ids)
        self._opened: list[_Open] = []

    def __bool__(self) -> bool:
        return bool(self._opened)

    def add(self, item: Any) -> None:
        """Take one element of a delta's (or message's) `tool_calls`."""
        if not isinstance(item, dict):
            return
        function = item.get("function")
        if not isinstance(function, dict):
            function = item
        index = item.get("index")
        index = index if isinstance(index, int) else None
        given_id = item.get("id")
        given_id = given_id if isinstance(given_id, str) else "" if given_id is None else str(given_id)
        name = function.get("name")
        name = name if isinstance(name, str) else ""
        arguments = function.get("arguments")
        whole = arguments is not None and not isinstance(arguments, str)
        text = json.dumps(arguments, ensure_ascii=False) if whole else arguments or ""
        if not (given_id or name or text):
            return

        call = self._continued(index, given_id, name)
        if call is None or self._begins_another(call, name, text):
            self._opened.append(_Open(index, given_id, name, text))
            return
        call.given_id = call.given_id or given_id
        call.name = self._joined_name(call.name, name) if name else call.name
        call.arguments = text if whole else call.arguments + text

    def finish(self, *, cut_short: bool) -> list[ToolCall]:
        """The whole calls. With `cut_short` (output limit) a last call without arguments is not trusted."""
        calls = []
        for call in self._opened:
            last = call is self._opened[-1]
            raw = scrub(call.arguments)
            name = scrub(call.name).strip()
            arguments, error = _parse(raw, name, cut_short=cut_short and last)
            calls.append(ToolCall(self._unique(scrub(call.given_id)), name, arguments, error, raw))
        return calls

    def _continued(self, index: int | None, given_id: str, name: str) -> _Open | None:
        """The open call that a fragment belongs to, if any."""
        at_index = self._latest(lambda call: index is not None and call.index == index)
        if at_index and (not given_id or at_index.given_id in ("", given_id)):
            return at_index
        if name and (index is not None or given_id):
            return None if index is not None else self._latest(lambda call: call.given_id == given_id)
        named = self._latest(lambda call: call.given_id == given_id) if given_id else None
        candidate = named or at_index or (self._opened[-1] if self._opened else None)
        # Some servers make up a new id for every fragment; a whole call is not added to by one.
        strange_id = bool(given_id) and named is None
        return None if candidate and strange_id and _is_object(candidate.arguments) else candidate

    def _latest(self, matches: Callable[[_Open], bool]) -> _Open | None:
        return next((call for call in reversed(self._opened) if matches(call)), None)

    def _begins_another(self, call: _Open, name: str, text: str) -> bool:
        if not name or not call.name:
            return False
        if not call.arguments.strip():
            return name != call.name and self._joined_name(call.name, name) == name
        if _is_object(call.arguments):
            return bool(text.strip()) or name != call.name
        return name != call.name

    def _joined_name(self, before: str, more: str) -> str:
        """A name may come in pieces; only a piece that leads to an offered tool's name is one."""
        if before in self._tool_names:
            return more
        joined = before + more
        return joined if any(known.startswith(joined) for known in self._tool_names) else more

    def _unique(self, given: str) -> str:
        wanted = given if 0 < len(given) <= _LONGEST_ID and given not in self._used_ids else new_id()
        self._used_ids.add(wanted)
        return wanted


def new_id() -> str:
    """A call id that the strictest servers accept: nine letters and digits."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(9))


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _parse(raw: str, name: str, *, cut_short: bool) -> tuple[dict[str, Any] | None, str | None]:
    """The arguments, or why the call must not run, in words for the model."""
    if not name:
        return None, "The call names no tool. It was not run."
    told = f"The call of {name} was not run: "
    if raw.strip() in ("", "null"):
        if cut_short:
            return None, told + "the answer reached its output limit before the arguments."
        return {}, None
    try:
        value = json.loads(raw, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)
    except _Unusable as unusable:
        return None, told + str(unusable)
    except (ValueError, RecursionError):
        why = "were cut off at the output limit" if cut_short else "are not valid JSON"
        return None, f"{told}its arguments {why}."
    if not isinstance(value, dict):
        return None, told + "its arguments must be a JSON object."
    return scrub(value), None


class _Unusable(Exception):
    """Arguments that parse but have no single meaning."""


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Unusable("its arguments give one name twice.")
    return found


def _refuse_constant(word: str) -> Any:
    raise _Unusable(f"its arguments contain {word}, which is not JSON.")
