"""What went wrong, in words that are safe to show, and whether asking again can help."""

import base64
import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote, quote_plus

from app.gateway.events import GatewayError
from app.text import scrub

_LONGEST_TEXT = 500
_HIDDEN = "[hidden]"
_SHORTEST_SECRET = 4
_TRANSIENT = {408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529}
_TRANSIENT_WORDS = re.compile(
    r"rate_?limit|overloaded|server_error|unavailable|timeout|timed out|too many requests", re.I
)
_HOPELESS_WORDS = re.compile(r"insufficient_quota|billing|credit|payment", re.I)

_OVERFLOW_CODES = {"context_length_exceeded", "exceed_context_size_error", "context_window_exceeded"}
_OVERFLOW_TEXT = re.compile(
    r"maximum context length (is|of) \d"
    r"|(exceeds?|exceeded|larger than|longer than|overflows?|greater than) (the |this )?(model'?s )?"
    r"(available |maximum |max )?(context (size|length|window)|input length|model length)"
    r"|context length is only \d|maximum prompt length is \d"
    r"|prompt is too long: \d"
    r"|input token count.{0,40}exceeds the maximum number of tokens"
    r"|too large for model with \d+ maximum context length"
    r"|number of tokens to keep from the initial prompt is greater than the context length"
    r"|when context the overflows"
    r"|input is too long for requested model",
    re.I,
)
_UNKNOWN_MODEL = re.compile(
    r"\bmodel\b.{0,120}(not found|does not exist|not exist|is not available|not a valid model)"
    r"|(unknown|no such|invalid) model\b|not a valid model",
    re.I | re.S,
)

#: A model that takes text alone, in the words of servers and gateways; an image that is bad is another matter.
_NO_IMAGES = re.compile(
    r"image_url.{0,40}(only supported|not supported|unsupported)|variant `?image_url"
    r"|(not|n't|no endpoints found that) support (image|vision|multi-?modal)"
    r"|(image|vision|multi-?modal)s?( inputs?| content)? (is|are) not (supported|enabled|available)"
    r"|(image|vision)s? (input )?not supported|not a (multi-?modal|vision)"
    r"|at most 0 image|required for image input|cannot (read|see|process) images",
    re.I | re.S,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """`error` is what the caller gets in the end; `retry` says whether asking again may help.

    `kind` is 'connect' or 'busy'; `after` is how many seconds the gateway asked to wait.
    """

    error: GatewayError
    retry: bool = False
    kind: str = "busy"
    after: float | None = None


class Trouble(Exception):
    """Carries a Fault to the place that decides about asking again."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.error.message)
        self.fault = fault


class Concealer:
    """Takes what must not be seen out of a provider's text, and caps it at 500 characters."""

    def __init__(self, secrets: Iterable[str]) -> None:
        forms: set[str] = set()
        for secret in secrets:
            if len(secret) >= _SHORTEST_SECRET:
                encoded = base64.b64encode(secret.encode()).decode()
                forms |= {secret, quote(secret, safe=""), quote_plus(secret), encoded, encoded.rstrip("=")}
        alternatives = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        self._known = re.compile(alternatives) if alternatives else None

    def __call__(self, text: str) -> str:
        text = str(scrub(text))[:20_000]
        if self._known:
            text = self._known.sub(_HIDDEN, text)
        text = re.sub(r"(\w+://)[^\s/@\"'<>]+@", r"\1", text)
        text = re.sub(r"(\w+://[^\s?\"'<>]*)\?[^\s\"'<>]*", r"\1", text)
        text = re.sub(r"\bsk-[\w-]{8,}|(?<=Bearer )[\w.~+/=-]{8,}", _HIDDEN, text)
        text = " ".join(text.split())
        return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def from_status(
    status: int, body: str, headers: Mapping[str, str], *, where: str, has_key: bool = True
) -> Fault:
    """A reply with status 300 or more. `where` names host and port, `has_key` is whether a key was sent."""
    error = _decoded(body)
    text = provider_text(error)
    said = f" ({status}): {text}" if text else f" ({status})."
    after = retry_after(headers, body)

    def fault(code: str, words: str, *, retry: bool = False) -> Fault:
        return Fault(GatewayError(code, words + said, status), retry, after=after)

    if status in (400, 413, 422, 500) and is_overflow(error, text):
        return fault("context_overflow", "The conversation is too long for this model")
    if status not in (401, 403, 429) and _NO_IMAGES.search(text):
        return Fault(_no_images(f" ({status}): {text}", status))
    if status in (401, 403):
        refused = "refused the key" if has_key else "wants a key (NINEROUTER_API_KEY)"
        return fault("unauthorized", f"The gateway at {where} {refused}")
    if status in (400, 404, 422) and (_code(error) == "model_not_found" or _UNKNOWN_MODEL.search(text)):
        return fault("unknown_model", "The gateway does not offer this model")
    if status in _TRANSIENT and not (status == 429 and _HOPELESS_WORDS.search(f"{_code(error)} {text}")):
        busy = "is limiting requests" if status == 429 else "cannot answer now"
        return fault("gateway_busy", f"The gateway {busy}", retry=True)
    if status >= 500:
        return fault("gateway_busy", "The gateway failed")
    if status == 404:
        return fault("gateway_refused", f"The gateway at {where} has no chat here (addresses end in /v1)")
    return fault("gateway_refused", "The gateway refused the request")


def from_reply(error: Any) -> Fault:
    """An error object inside a reply with status 200."""
    if isinstance(error, str):
        error = _decoded(error)
    text = provider_text(error) or "no reason given"
    code = _code(error)
    status = int(code) if code.isdecimal() and len(code) == 3 else None
    if is_overflow(error, text):
        message = f"The conversation is too long for this model: {text}"
        return Fault(GatewayError("context_overflow", message, status))
    if _NO_IMAGES.search(text):
        return Fault(_no_images(f": {text}", status))
    hints = f"{code} {_inner(error).get('type', '')}" if isinstance(error, dict) else code
    hopeless = _HOPELESS_WORDS.search(f"{hints} {text}")
    retry = not hopeless and (status in _TRANSIENT or bool(_TRANSIENT_WORDS.search(hints)))
    failed = GatewayError("gateway_failed", f"The gateway failed while answering: {text}", status)
    return Fault(failed, retry, after=_delay_in(json.dumps(error) if isinstance(error, dict) else ""))


def is_overflow(error: Any, text: str) -> bool:
    """Whether an error says that the prompt does not fit; the mere word "context" does not."""
    inner = _inner(error) if isinstance(error, dict) else {}
    words = {str(inner.get("code") or ""), str(inner.get("type") or "")}
    return bool(words & _OVERFLOW_CODES) or bool(_OVERFLOW_TEXT.search(text))


def _no_images(said: str, status: int | None) -> GatewayError:
    message = (
        f"This model does not take images. Choose another model or remove the image. The gateway said{said}"
    )
    return GatewayError("no_images", message, status)


def retry_after(headers: Mapping[str, str], body: str = "") -> float | None:
    """Seconds to wait as the gateway asks: header in seconds or as a date, or `retryDelay` in the body."""
    given = headers.get("retry-after", "").strip()
    seconds: float | None = None
    try:
        seconds = float(given)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(given).timestamp() - time.time() if given else None
        except (ValueError, TypeError, OverflowError):
            seconds = None
    if seconds is not None and seconds > 0:
        return seconds
    return _delay_in(body)


def provider_text(error: Any) -> str:
    """The human sentence in an error of any form, or an empty string."""
    if isinstance(error, str):
        return _plain(error)
    if isinstance(error, list):
        return provider_text(error[0]) if error and not isinstance(error[0], list) else ""
    if not isinstance(error, dict):
        return ""
    inner = _inner(error)
    text = next((inner[key] for key in ("message", "detail", "error", "msg", "title") if inner.get(key)), "")
    text = text if isinstance(text, str) else json.dumps(text)[:_LONGEST_TEXT]
    metadata = inner.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    return _plain(f"{text}: {raw}" if isinstance(raw, str) and raw else text)


def _inner(error: dict[str, Any]) -> dict[str, Any]:
    inner = error.get("error")
    return inner if isinstance(inner, dict) else error


def _code(error: Any) -> str:
    if isinstance(error, list) and error:
        error = error[0]
    return str(_inner(error).get("code") or "") if isinstance(error, dict) else ""


def _decoded(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body


def _plain(text: str) -> str:
    """Text as it is; of a web page only the title."""
    if "<html" not in text[:2000].lower() and "<!doctype" not in text[:2000].lower():
        return text.strip()
    title = re.search(r"<title[^>]*>([^<]*)</title>", text[:20_000], re.I)
    return f"a web page, “{title.group(1).strip()}”" if title else "a web page"


def _delay_in(body: str) -> float | None:
    found = re.search(r'"retryDelay"\s*:\s*"(\d{1,9}(?:\.\d{1,9})?)s"', body)
    return float(found.group(1)) or None if found else None
