"""Bytes of a reply -> the JSON objects in it, whatever the framing."""

import json
from typing import Any

from app.gateway.events import GatewayError

_MOST_BYTES = 32 * 1024 * 1024
# Half the cost of json.loads, which looks for blanks around the value.
_decode = json.JSONDecoder().raw_decode
_FIELDS = ("event", "id", "retry", "data")


class Frames:
    """Reads server-sent events, or one JSON body where events were asked for; the bytes decide.

    Each `data:` line is taken as an event of its own when it is a whole JSON object, so that
    events set apart by single line ends are understood; otherwise lines are joined until the
    blank line as the SSE standard says. `done` turns True at `[DONE]` or after a whole JSON body.
    Everything that cannot hold a chunk (comments, pings, bare strings and numbers) is passed over;
    broken JSON is not, because text would be lost silently.
    """

    def __init__(self) -> None:
        self.done = False
        self.empty = True
        self._tail = b""
        self._body: list[bytes] | None = None
        self._size = 0
        self._pending = ""
        self._event = ""
        self._noise = ""
        self._found_any = False

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The objects that `data` completes. Raises GatewayError bad_response."""
        if self.empty:
            data = self._tail + data
            self._tail = b""
            start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
            if not start or data == b"\xef\xbb":
                self._tail = data
                return []
            self.empty = False
            data = start
            if start[:1] in (b"{", b"["):
                self._body = []
            elif start[:1] == b"<":
                raise GatewayError("bad_response", "The gateway sent a web page instead of an answer.")
        if self._body is not None:
            self._body.append(data)
            self._size += len(data)
            self._check_size(self._size)
            return []
        buffer = self._tail + data if self._tail else data
        end = max(buffer.rfind(b"\n"), buffer.rfind(b"\r", 0, -1)) + 1
        self._tail = buffer[end:]
        self._check_size(len(self._tail) + len(self._pending))
        return self._lines(buffer[:end].decode("utf-8", "replace")) if end else []

    def close(self, *, broken: bool = False) -> list[dict[str, Any]]:
        """The objects that only the end of the reply completes. Raises GatewayError bad_response,
        unless the connection is known to have `broken`: then half a piece is no surprise.
        """
        if self._body is not None:
            return self._whole_body(b"".join(self._body), broken)
        tail, self._tail = self._tail, b""
        found = self._lines(tail.decode("utf-8", "replace") + "\n") if tail.strip() else []
        if self._noise and not (self._found_any or self.done or broken):
            raise GatewayError("bad_response", f"The gateway sent no answer but this: {self._noise}")
        return found

    def _lines(self, text: str) -> list[dict[str, Any]]:
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        lines = text.split("\n")
        lines.pop()
        found: list[dict[str, Any]] = []
        for line in lines:
            if self.done:
                break
            if line.startswith("data:"):
                self._data(line[5:].strip(), found)
            elif not line:
                self._end_of_event()
            elif line[0] != ":":
                self._field(line)
        return found

    def _data(self, payload: str, found: list[dict[str, Any]]) -> None:
        if payload == "[DONE]":
            self.done = True
            return
        text = f"{self._pending}\n{payload}" if self._pending else payload
        if text[:1] != "{":
            if self._event == "error" and text:
                found.append({"error": text})
            return
        try:
            value, end = _decode(text)
        except (ValueError, RecursionError):
            end = -1
        if end != len(text):
            if self._pending and _is_chunk(payload):
                raise _broken_json()
            self._pending = text
            return
        self._pending = ""
        self._found_any = True
        if self._event == "error" and not value.get("error"):
            value = {"error": value}
        found.append(value)

    def _end_of_event(self) -> None:
        self._event = ""
        if self._pending:
            raise _broken_json()

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        if name == "event":
            self._event = value.strip()
        elif name not in _FIELDS and not self._noise:
            self._noise = line[:200]

    def _whole_body(self, body: bytes, broken: bool) -> list[dict[str, Any]]:
        try:
            value = json.loads(body.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            if broken:
                return []
            raise _broken_json() from None
        self.done = True
        values = value if isinstance(value, list) else [value]
        return [item for item in values if isinstance(item, dict)]

    @staticmethod
    def _check_size(size: int) -> None:
        if size > _MOST_BYTES:
            raise GatewayError("bad_response", "The gateway sent more in one piece than can be read.")


def _broken_json() -> GatewayError:
    return GatewayError("bad_response", "The gateway sent a piece of the answer that is not valid JSON.")


def _is_chunk(payload: str) -> bool:
    try:
        value = json.loads(payload)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and ("choices" in value or "error" in value)
