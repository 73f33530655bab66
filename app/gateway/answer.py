"""The chunks of one answer -> clean events."""

from collections.abc import Iterator
from typing import Any

from app.gateway.calls import Calls
from app.gateway.events import End, Event, GatewayError, Reasoning, Text, Usage
from app.gateway.thinking import Thinking
from app.text import scrub

_REASONS = {
    "stop": "stop",
    "length": "length",
    "end_turn": "stop",
    "eos": "stop",
    "stop_sequence": "stop",
    "completed": "stop",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "safety": "content_filter",
    "recitation": "content_filter",
    "function_call": "tool_calls",
    "tool_use": "tool_calls",
}
_EVENTS: dict[bool, type[Text] | type[Reasoning]] = {False: Text, True: Reasoning}


class ProviderError(Exception):
    """An error object inside a reply that began well; `error` is what stood there."""

    def __init__(self, error: Any) -> None:
        super().__init__("error in the stream")
        self.error = error


class Cut(Exception):
    """The reply broke off before anything of the answer came."""


class Answer:
    """Takes decoded chunks with `add`; `events` gives what one network read held, `finish` the rest."""

    def __init__(self, tool_names: set[str], used_ids: set[str]) -> None:
        self.reason = ""
        self.began = False
        self._calls = Calls(tool_names, used_ids)
        self._thinking = Thinking()
        self._usage: dict[str, Any] | None = None
        self._pieces: list[tuple[bool, str]] = []
        self._half = {False: "", True: ""}
        self._deltas = False

    def add(self, chunk: dict[str, Any]) -> None:
        """Take one chunk, or a whole completion. Raises ProviderError."""
        if chunk.get("error"):
            raise ProviderError(chunk["error"])
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        self._count(chunk.get("usage"))
        if not isinstance(choice, dict):
            return
        self._count(choice.get("usage"))
        reason = choice.get("finish_reason")
        if reason:
            self.reason = str(reason)
        delta = choice.get("delta")
        if isinstance(delta, dict):
            self._deltas = True
            self._take(delta)
        elif isinstance(choice.get("message"), dict) and not self._deltas:
            self._take(choice["message"])

    def events(self) -> list[Event]:
        """Text and reasoning since the last call, neighbours of a kind joined."""
        found: list[Event] = []
        pieces, self._pieces = self._pieces, []
        while pieces:
            thinking = pieces[0][0]
            until = next((n for n, piece in enumerate(pieces) if piece[0] != thinking), len(pieces))
            text = self._half[thinking] + "".join([piece[1] for piece in pieces[:until]])
            del pieces[:until]
            # The second half of a surrogate pair may come with the next piece.
            cut = len(text) - ("\ud800" <= text[-1] <= "\udbff")
            text, self._half[thinking] = text[:cut], text[cut:]
            if text:
                self.began = True
                found.append(_EVENTS[thinking](scrub(text)))
        return found

    def finish(self, *, done: bool) -> Iterator[Event]:
        """What only the end shows: held-back text, calls, usage, End.

        `done` is whether the reply said that it is whole; a finish reason says it as well. Raises
        GatewayError empty_response after the usage when nothing was answered, and Cut when the reply
        broke off before anything came.
        """
        complete = done or bool(self.reason)
        self._pieces += self._thinking.rest()
        yield from self.events()
        for thinking, half in self._half.items():
            if half:
                self.began = True
                yield _EVENTS[thinking](scrub(half))
        if not complete and not self.began:
            raise Cut
        reason = self._end_reason(complete)
        if complete:
            calls = self._calls.finish(cut_short=reason in ("length", "content_filter"))
            yield from calls
            self.began = self.began or bool(calls)
        usage = _usage(self._usage)
        if usage:
            yield usage
        if reason.lower() == "error":
            raise GatewayError("gateway_failed", "The gateway reported an error while answering.")
        if not self.began and reason == "stop":
            raise GatewayError("empty_response", "The model returned nothing.")
        yield End(reason)

    def _take(self, delta: dict[str, Any]) -> None:
        reasoning = delta.get("reasoning_content") or delta.get("reasoning")
        if reasoning:
            self._pieces += [(True, text) for _, text in _texts(reasoning)]
        content = delta.get("content") or delta.get("refusal")
        if content:
            for thinking, text in _texts(content):
                if thinking:
                    self._pieces.append((True, text))
                elif self._thinking.over:
                    self._pieces.append((False, text))
                else:
                    self._pieces += self._thinking.split(text)
        calls = delta.get("tool_calls") or delta.get("function_call")
        if calls:
            for item in calls if isinstance(calls, list) else [calls]:
                self._calls.add(item)

    def _count(self, usage: Any) -> None:
        """Keep the newest count: some gateways repeat it, growing, on every chunk."""
        if isinstance(usage, dict) and _usage(usage):
            self._usage = usage

    def _end_reason(self, complete: bool) -> str:
        if not complete:
            return "interrupted"
        word = str(scrub(self.reason))[:64]
        reason = _REASONS.get(word.lower(), word) or "stop"
        if reason in ("stop", "tool_calls"):
            return "tool_calls" if self._calls else "stop"
        return reason


def _texts(content: Any, depth: int = 2) -> list[tuple[bool, str]]:
    """Content as (is thinking, text): a string, or a list of parts of which the textual ones count."""
    if isinstance(content, str):
        return [(False, content)] if content else []
    found: list[tuple[bool, str]] = []
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str) and part:
            found.append((False, part))
        elif isinstance(part, dict) and depth:
            thinking = part.get("type") in ("thinking", "reasoning")
            inner = part.get("text") or part.get("thinking") or part.get("reasoning") or part.get("refusal")
            found += [(thinking, text) for _, text in _texts(inner, depth - 1)]
    return found


def _usage(usage: dict[str, Any] | None) -> Usage | None:
    if not usage:
        return None
    given = _tokens(usage, "prompt_tokens", "input_tokens")
    made = _tokens(usage, "completion_tokens", "output_tokens")
    total = _tokens(usage, "total_tokens")
    if given is None and made is None and total is None:
        return None
    return Usage(given or 0, made or 0, (given or 0) + (made or 0) if total is None else total)


def _tokens(usage: dict[str, Any], *names: str) -> int | None:
    for name in names:
        value = usage.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 2**53:
            return int(value)
    return None
