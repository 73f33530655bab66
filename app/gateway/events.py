"""What a model call yields, and the one error it raises."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the answer: all that arrived in one network read."""

    text: str


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A piece of the model's thinking, never part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One whole call, sent only after the stream showed that it is complete.

    `id` is unique among this answer and the messages it answers. `arguments` is None exactly
    when `error` says why the call must not run. `raw` is the argument text as received.
    """

    id: str
    name: str
    arguments: dict[str, Any] | None
    error: str | None
    raw: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of this call as the gateway counts them; sent at most once."""

    input_tokens: int
    output_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """The gateway is asked again in `seconds`; nothing of the answer was sent yet."""

    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class End:
    """Why the answer ended: stop, length, content_filter, tool_calls, interrupted or the provider's word.

    Whether tools run is decided by the calls that were sent, not by this word: an answer that
    hit the output limit after a whole call ends with 'length'.
    """

    reason: str


Event = Text | Reasoning | ToolCall | Usage | Waiting | End


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The models a gateway offers, chat models first.

    `complete` is False when the list cannot be relied on to refuse a name: the gateway gave none,
    or the list is an older one kept while it is down. `warning` then says why.
    """

    models: list[str] = field(default_factory=list)
    context_windows: dict[str, int] = field(default_factory=dict)
    complete: bool = False
    warning: str | None = None


class GatewayError(Exception):
    """A model call that failed. `code` is stable, `message` is safe to show and to store.

    Codes: gateway_unreachable, gateway_refused, gateway_busy, gateway_failed, context_overflow,
    empty_response, unauthorized, unknown_model, no_images, bad_response, not_offered. `status` is the HTTP
    status, if any.
    """

    def __init__(self, code: str, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
