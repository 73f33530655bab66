"""A gateway's model list, whatever fields it has -> ids and context windows."""

import re
from typing import Any

from app.gateway.events import Catalogue, GatewayError
from app.text import scrub

_WINDOW_FIELDS = (
    "context_window",
    "context_length",
    "max_context_length",
    "max_model_len",
    "max_input_tokens",
    "input_token_limit",
    "n_ctx",
    "n_ctx_train",
)
_NESTED = ("meta", "top_provider", "limits", "model_info")
_LONGEST_ID = 200
_NOT_CHAT = re.compile(
    r"(^|[^a-z0-9])(embed|embeds|embedding|embeddings|bge|e5|gte|whisper|transcribe|asr|tts|speech|rerank|reranker"
    r"|dall|stable-diffusion|sdxl|flux|image|imagen|moderation|clip|sora|veo|video)([^a-z0-9]|$)",
    re.I,
)
_EMBEDS = re.compile(r"embed|(^|[^a-z0-9])(bge|e5|gte|minilm)([^a-z0-9]|$)(?!.*rerank)", re.I)
_NOT_CHAT_TYPES = re.compile(r"embed|image|audio|speech|rerank|transcri|moderation|video", re.I)


def parse(body: Any) -> Catalogue:
    """The decoded body of `GET /models` -> a catalogue, complete when it lists any model.

    Raises GatewayError bad_response when there is no list in it.
    """
    entries = body if isinstance(body, list) else None
    if isinstance(body, dict):
        entries = next((body[key] for key in ("data", "models") if isinstance(body.get(key), list)), None)
    if entries is None:
        raise GatewayError("bad_response", "The gateway gave no model list; any model name can be typed.")
    chat: dict[str, int | None] = {}
    other: dict[str, int | None] = {}
    for entry in entries:
        name = _name(entry)
        if name and name not in chat and name not in other:
            (chat if is_chat(name, entry) else other)[name] = _window(entry)
    models = chat | other
    if not models:
        return Catalogue(warning="The gateway lists no models; any model name can be typed.")
    return Catalogue(list(models), {name: window for name, window in models.items() if window}, complete=True)


def is_chat(name: str, entry: Any = None) -> bool:
    """False for models that plainly do something else; a model of unknown kind counts as chat."""
    kind = entry.get("type") if isinstance(entry, dict) else None
    if isinstance(kind, str) and _NOT_CHAT_TYPES.search(kind):
        return False
    return not _NOT_CHAT.search(name)


def embeds(name: str) -> bool:
    """Whether a model's name says that it makes embeddings."""
    return bool(_EMBEDS.search(name))


def _name(entry: Any) -> str:
    if isinstance(entry, dict):
        entry = next((entry[key] for key in ("id", "model", "name") if isinstance(entry.get(key), str)), "")
    name = scrub(entry).strip() if isinstance(entry, str) else ""
    return name if len(name) <= _LONGEST_ID else ""


def _window(entry: Any) -> int | None:
    if not isinstance(entry, dict):
        return None
    holders = [entry, *(entry[key] for key in _NESTED if isinstance(entry.get(key), dict))]
    windows = (_whole_number(holder.get(key)) for holder in holders for key in _WINDOW_FIELDS)
    return next((window for window in windows if window), None)


def _whole_number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal():
        value = int(value[:15])
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 2**40:
        return None
    return int(value)
