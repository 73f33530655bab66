"""The demo model's whole mind: a conversation -> an answer or tool calls, the same for the same input."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from app.demo import files, memories, times

_WORD_SECONDS = 0.012
_SLOW_SECONDS = 0.15
_HIGHEST_COUNT = 1000
_LONGEST_ECHO = 300
_LONGEST_TITLE = 60
_ASKS_FOR_A_TITLE = re.compile("Give this conversation a title")
_ASKS_FOR_A_TIME = re.compile("Turn what you are shown into one cron expression")
_FAILED = re.compile(r"\berror\b|not stored|not run|refused|interrupted", re.I)

_LABEL = (
    "*I am popagent's built-in demo model and only follow a few simple rules. To talk to a real model, set"
    " `NINEROUTER_URL` to any OpenAI-compatible gateway and start popagent again.*"
)
_UNKNOWN = "I do not know: nothing that I was told fits this question."
_MARKDOWN = """# Markdown

Some text with **bold**, *italic*, ~~struck~~ and `code`, and a [link](https://example.org/).

## A list

- first
- second
  - nested
1. one
2. two

## A table

| Name | Number |
| --- | ---: |
| Alpha | 1 |
| Beta | 22 |

> A quotation.

```python
def greet(name: str) -> str:
    return f"Hello, {name}!"
```
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call the model makes; `arguments` is JSON text."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """`pause` is the seconds between two words."""

    text: str = ""
    calls: list[Call] = field(default_factory=list)
    pause: float = _WORD_SECONDS


def reply(messages: list[dict[str, Any]], tools: list[str]) -> Reply:
    """What the demo model answers to OpenAI-style messages when tools of these names are offered."""
    if messages[0].get("role") == "system" and _ASKS_FOR_A_TITLE.match(text_of(messages[0])):
        return Reply(_title(text_of(messages[-1])))
    if messages[0].get("role") == "system" and _ASKS_FOR_A_TIME.match(text_of(messages[0])):
        return Reply(times.as_cron(text_of(messages[-1])))
    if messages[-1].get("role") == "tool":
        answer = Reply(_report(messages))
    else:
        asked: dict[str, Any] = next((m for m in reversed(messages) if m.get("role") == "user"), {})
        recalled, text = memories.split_recalled(text_of(asked))
        given, text = files.split_given(asked, text)
        answer = _respond(text.strip(), recalled, tools)
        if given and not answer.calls:
            answer = Reply(files.describe(given))
    answered_before = any(m.get("role") == "assistant" and text_of(m) for m in messages)
    if answer.calls or answered_before:
        return answer
    return Reply(f"{answer.text}\n\n{_LABEL}", pause=answer.pause)


def text_of(message: dict[str, Any]) -> str:
    """A message's content as plain text."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n\n".join(str(part.get("text") or "") for part in parts if isinstance(part, dict))


def _respond(text: str, recalled: list[memories.Memory], tools: list[str]) -> Reply:
    asked_calls = _asked_calls(text, tools)
    if isinstance(asked_calls, str):
        return Reply(asked_calls)
    if asked_calls:
        return Reply(calls=asked_calls)
    told = re.match(r"(?:please )?remember(?: that\b|:| )\s*(.+)", text, re.I | re.S)
    if told and not text.endswith("?"):
        return _remember(told.group(1), tools)
    count = re.search(r"\bcount (slowly )?to (\d{1,6})\b( slowly)?", text, re.I)
    if count:
        numbers = range(1, min(int(count.group(2)), _HIGHEST_COUNT) + 1)
        slowly = count.group(1) or count.group(3)
        return Reply(" ".join(map(str, numbers)), pause=_SLOW_SECONDS if slowly else _WORD_SECONDS)
    if re.search(r"\bshow (me )?(some )?markdown\b", text, re.I):
        return Reply(_MARKDOWN.strip())
    if re.match(r"(hi|hello|hey|good (morning|afternoon|evening|day))\b[^?]{0,40}$", text, re.I):
        return Reply("Hello! Tell me something to remember, then ask me about it in a new chat.")
    if "?" in text or re.match(r"(what|who|where|when|which|how|why|tell me|do you remember)\b", text, re.I):
        return Reply(memories.answer(text, recalled) or _UNKNOWN)
    return Reply(_echo(text))


def _asked_calls(text: str, tools: list[str]) -> list[Call] | str:
    """The calls that the user spells out, or a sentence about why they cannot be made."""
    calls = []
    at = 0
    for asked in re.finditer(r"\b(?:call|use the) ([A-Za-z][\w-]*)( tool)?(?: with)?[ \t]*", text, re.I):
        name = asked.group(1)
        follows_json = text.startswith("{", asked.end())
        if asked.start() < at or not (follows_json or name in tools or asked.group(2)):
            continue
        if name not in tools:
            return f"There is no tool named {name} here."
        arguments = "{}"
        at = asked.end()
        if follows_json:
            try:
                value, at = json.JSONDecoder().raw_decode(text, asked.end())
            except (ValueError, RecursionError):
                return f"What follows {name} is not valid JSON."
            arguments = json.dumps(value, ensure_ascii=False)
        calls.append(Call(name, arguments))
    return calls


def _title(shown: str) -> str:
    """What was asked first, as a title: its first sentence, without what makes it a request."""
    asked = shown.partition("\n\n")[2].partition("\n\n")[0]
    sentence = re.split(r"(?<=[.!?])\s|\n", asked.strip(), maxsplit=1)[0]
    about = re.sub(r"^(please )?(remember( that)?|tell me|show me)\s+", "", sentence, flags=re.I).rstrip(
        ".! "
    )
    return about[:1].upper() + about[1:_LONGEST_TITLE]


def _remember(told: str, tools: list[str]) -> Reply:
    if "remember" not in tools:
        return Reply("I cannot store anything here: the tool for it is not offered.")
    content, key = memories.as_fact(told)
    arguments = {"content": content, "key": key} if key else {"content": content}
    return Reply(calls=[Call("remember", json.dumps(arguments, ensure_ascii=False))])


def _report(messages: list[dict[str, Any]]) -> str:
    """What the tools gave, in the order of their calls."""
    start = max((n for n, m in enumerate(messages) if m.get("role") == "assistant"), default=-1)
    made = {call.get("id"): call.get("function") or {} for call in messages[start].get("tool_calls") or []}
    lines = []
    for message in messages[start + 1 :]:
        function = made.get(message.get("tool_call_id"), {})
        result = text_of(message).strip()
        if function.get("name") == "remember" and not _FAILED.search(result):
            lines.append(f"I will remember: {_content(function)}")
        else:
            name = function.get("name", "?")
            lines.append(f"The tool `{name}` returned:\n\n```\n{result or '(nothing)'}\n```")
    return "\n\n".join(lines)


def _content(function: dict[str, Any]) -> str:
    try:
        return str(json.loads(function["arguments"])["content"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return "it."


def _echo(text: str) -> str:
    if not text:
        return "Your message has no text."
    short = " ".join(text[: _LONGEST_ECHO * 2].split())
    short = short if len(short) <= _LONGEST_ECHO else short[:_LONGEST_ECHO] + "…"
    return f"You wrote: “{short}” I am a demo and have no thoughts of my own about it."
