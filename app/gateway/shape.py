"""What we hold -> messages that every strict server accepts."""

import json
import re
from collections import Counter
from typing import Any

from app.text import scrub

INTERRUPTED = "This call was interrupted: it did not finish and has no result."
_NOT_SHOWN = "(The beginning of this conversation is not shown.)"
_NO_IMAGE = "(The image is left out: this model does not take images.)"

Message = dict[str, Any]


def shape(messages: list[Message], *, reasoning: bool = False, images: bool = True) -> list[Message]:
    """One leading system message, roles that alternate, every tool call followed by its results.

    Checked here because it comes after every trimming. System text found anywhere is folded into
    the first message; a call without a result gets one that says it was interrupted; results
    without a call, repeated results and empty messages are dropped. Fields that strict servers do
    not know are left out; `reasoning_content` goes along only when the server asks for it
    (`reasoning`), then on every assistant message that calls tools. Without `images` the images of
    earlier messages are left out; those of the newest question stay, for a refusal that its owner understands.
    """
    messages = [message for message in scrub(messages) if isinstance(message, dict)]
    newest = max((at for at, message in enumerate(messages) if message.get("role") == "user"), default=-1)
    shaped: list[Message] = []
    system = "\n\n".join(filter(None, (_text(m.get("content")) for m in messages if _is_system(m))))
    if system:
        shaped.append({"role": "system", "content": system})
    used: set[str] = set()
    for at, message in enumerate(messages):
        role = message.get("role")
        if role == "user":
            _add_user(shaped, message, images or at == newest)
        elif role == "assistant":
            calls = _calls(message, used)
            if calls:
                _begin_with_user(shaped)
                said = shaped.pop()["content"] if shaped[-1]["role"] == "assistant" else ""
                shaped.append(_calling(message, said, calls, reasoning))
                shaped += _results(calls, messages[at + 1 :])
            else:
                _add_answer(shaped, message)
    return shaped


def only_earlier_images(messages: list[Message]) -> bool:
    """Whether images came with earlier messages, and none with the newest question."""
    asked = [message.get("content") for message in messages if message.get("role") == "user"]
    with_images = [
        isinstance(content, list) and any(isinstance(part, dict) and _is_image(part) for part in content)
        for content in asked
    ]
    return any(with_images) and not with_images[-1]


def call_ids(messages: list[Message]) -> set[str]:
    """Ids of the calls in shaped messages; a new answer must not use them again."""
    return {call["id"] for message in messages for call in message.get("tool_calls") or ()}


def argument_text(arguments: Any) -> str:
    """Arguments as the text of a JSON object; what is none becomes `{}`, its call having failed before."""
    if isinstance(arguments, dict):
        return json.dumps(arguments, ensure_ascii=False)
    try:
        whole = isinstance(arguments, str) and isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        whole = False
    return arguments if whole else "{}"


def _is_system(message: Message) -> bool:
    return message.get("role") in ("system", "developer")


def _add_user(shaped: list[Message], message: Message, images: bool) -> None:
    content = message.get("content")
    if isinstance(content, list):
        content = [part for part in map(_part, content) if part is not None]
        if not images:
            content = [{"type": "text", "text": _NO_IMAGE} if _is_image(part) else part for part in content]
    if not (isinstance(content, list) and any(_is_media(part) for part in content)):
        content = _text(content)
    if not content:
        return
    last = shaped[-1] if shaped else None
    if last is None or last["role"] != "user":
        shaped.append({"role": "user", "content": content})
    elif isinstance(content, str) and isinstance(last["content"], str):
        last["content"] += f"\n\n{content}"
    else:
        last["content"] = _parts(last["content"]) + _parts(content)


def _add_answer(shaped: list[Message], message: Message) -> None:
    text = _text(message.get("content"))
    if not text:
        return
    _begin_with_user(shaped)
    last = shaped[-1]
    if last["role"] == "assistant":
        last["content"] += f"\n\n{text}"
    else:
        shaped.append({"role": "assistant", "content": text})


def _begin_with_user(shaped: list[Message]) -> None:
    """Some chat templates refuse a conversation that an answer opens."""
    if not shaped or shaped[-1]["role"] == "system":
        shaped.append({"role": "user", "content": _NOT_SHOWN})


def _calls(message: Message, used: set[str]) -> list[tuple[str, Message]]:
    """The message's calls as (id as stored, call as sent); an id used before gets a new one."""
    calls = []
    for item in message.get("tool_calls") or ():
        function = item.get("function") if isinstance(item, dict) else None
        if not isinstance(function, dict):
            continue
        stored = str(item.get("id") or "")
        sent = stored or "call"
        copy = 1
        while sent in used:
            copy += 1
            sent = f"{stored or 'call'}_{copy}"
        used.add(sent)
        name = re.sub(r"[^\w-]", "_", str(function.get("name") or ""), flags=re.ASCII)[:64] or "unknown"
        sent_function = {"name": name, "arguments": argument_text(function.get("arguments"))}
        calls.append((stored, {"id": sent, "type": "function", "function": sent_function}))
    return calls


def _calling(message: Message, said: str, calls: list[tuple[str, Message]], reasoning: bool) -> Message:
    shaped: Message = {
        "role": "assistant",
        "content": "\n\n".join(filter(None, (said, _text(message.get("content"))))) or None,
        "tool_calls": [call for _, call in calls],
    }
    if reasoning:
        shaped["reasoning_content"] = _text(message.get("reasoning_content"))
    return shaped


def _results(calls: list[tuple[str, Message]], following: list[Message]) -> list[Message]:
    """One result for each call, in the order of the calls, looked for until an id is called again."""
    wanted = Counter(stored for stored, _ in calls)
    found: dict[str, list[str]] = {}
    for message in following:
        if not wanted:
            break
        if message.get("role") == "tool":
            stored = str(message.get("tool_call_id") or "")
            if stored in wanted:
                found.setdefault(stored, []).append(_text(message.get("content")))
                wanted -= Counter([stored])
        elif message.get("role") == "assistant":
            for call in message.get("tool_calls") or ():
                wanted.pop(str(call.get("id") or "") if isinstance(call, dict) else "", None)
    results = []
    for stored, call in calls:
        contents = found.get(stored)
        content = contents.pop(0) if contents else INTERRUPTED
        results.append({"role": "tool", "tool_call_id": call["id"], "content": content})
    return results


def _part(part: Any) -> Message | None:
    """A part of a user's message as an object; None when it says nothing."""
    if isinstance(part, str):
        part = {"type": "text", "text": part}
    if not isinstance(part, dict):
        return None
    return part if _is_media(part) or (isinstance(part.get("text"), str) and part["text"]) else None


def _is_image(part: Message) -> bool:
    return part.get("type") == "image_url"


def _is_media(part: Message) -> bool:
    return part.get("type") != "text"


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = (
        part if isinstance(part, str) else part.get("text") for part in parts if isinstance(part, str | dict)
    )
    return "\n\n".join(text for text in texts if isinstance(text, str) and text)


def _parts(content: str | list[Any]) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content
