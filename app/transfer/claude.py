"""Conversations of a Claude export: a list of messages, each under the one it follows."""

from datetime import UTC, datetime
from typing import Any

from app.transfer.foreign import Conversation, Malformed, Said, safe_id

SOURCE = "claude"

_ROLES = {"human": "user", "assistant": "assistant"}


def convert(item: dict[str, Any]) -> Conversation:
    """Return a conversation as it was left. Raises `Malformed`."""
    messages = item.get("chat_messages")
    if not isinstance(messages, list) or not all(isinstance(each, dict) for each in messages):
        raise Malformed("it has no list of messages")
    began = _time(item.get("created_at")) or datetime.fromtimestamp(0, UTC)
    said: list[Said] = []
    for place, message in enumerate(_branch(messages)):
        role = _ROLES.get(str(message.get("sender")))
        if role is None:
            raise Malformed(f"message {place + 1} is by neither side")
        texts = _texts(message)
        last = said[-1] if said else None
        at = _time(message.get("created_at")) or (last.at if last else began)
        if not texts:
            continue
        if last is not None and role == last.role == "assistant":
            last.texts.extend(texts)
            continue
        id = safe_id(str(message.get("uuid") or f"{item.get('uuid')}-{place}"))
        question = last.id if last is not None and role == "assistant" else None
        said.append(Said(id, role, texts, at, answers=question))
    return Conversation(
        source=SOURCE,
        id=str(item.get("uuid") or ""),
        title=str(item.get("name") or ""),
        created_at=began,
        updated_at=_time(item.get("updated_at")) or (said[-1].at if said else began),
        said=said,
    )


def _branch(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages that lead to the last one; all of them where they do not say what they follow."""
    by_id = {str(message.get("uuid")): message for message in messages}
    if not any(str(message.get("parent_message_uuid")) in by_id for message in messages):
        return messages
    branch: dict[str, dict[str, Any]] = {}
    id = str(messages[-1].get("uuid"))
    while id in by_id:
        if id in branch:
            raise Malformed("its messages follow each other in a circle")
        branch[id] = by_id[id]
        id = str(by_id[id].get("parent_message_uuid"))
    return list(branch.values())[::-1]


def _texts(message: dict[str, Any]) -> list[str]:
    """Return the texts of a message: its blocks of text, then the files that came with it."""
    blocks = message.get("content")
    texts = [
        block["text"]
        for block in (blocks if isinstance(blocks, list) else [])
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
    ]
    if not any(text.strip() for text in texts):
        texts = [str(message.get("text") or "")]
    return [text for text in (*texts, *_attached(message)) if text.strip()]


def _attached(message: dict[str, Any]) -> list[str]:
    """Return name and text of each file; one whose text was taken may be listed a second time without it."""
    found: dict[str, str] = {}
    for kind in ("attachments", "files"):
        files = message.get(kind)
        for file in files if isinstance(files, list) else []:
            if isinstance(file, dict):
                text = str(file.get("extracted_content") or "")
                found.setdefault(str(file.get("file_name") or "a file"), text)
    return [f"[Attached: {name}]" + (f"\n\n{text}" if text else "") for name, text in found.items()]


def _time(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
