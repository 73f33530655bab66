"""Conversations of a ChatGPT export: a tree of nodes, of which one branch is the conversation as it was left."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from app.transfer.foreign import Conversation, Malformed, Said, safe_id

SOURCE = "chatgpt"

#: A citation's mark; what it points to is not part of the text.
_CITATION = re.compile("\ue200[^\ue201]*\ue201")
#: A question with more answers, or with further questions after another answer than the last, keeps what was shown.
_MOST_VERSIONS = 20

Nodes = dict[str, dict[str, Any]]


def convert(item: dict[str, Any]) -> Conversation:
    """Return a conversation: the branch that was shown, and other answers to its last question. Raises `Malformed`."""
    mapping = item.get("mapping")
    if not isinstance(mapping, dict):
        raise Malformed("it has no tree of messages")
    nodes: Nodes = {id: node for id, node in mapping.items() if isinstance(node, dict)}
    branch = _branch(nodes, item.get("current_node"))
    began = _time(item.get("create_time")) or datetime.fromtimestamp(0, UTC)
    said = _said(branch, nodes, began)
    return Conversation(
        source=SOURCE,
        id=str(item.get("conversation_id") or item.get("id") or branch[0]),
        title=str(item.get("title") or ""),
        created_at=began,
        updated_at=_time(item.get("update_time")) or (said[-1].at if said else began),
        archived=item.get("is_archived") is True,
        said=[*said[:-1], *_other_answers(branch, said, nodes, began), *said[-1:]],
    )


def _branch(nodes: Nodes, leaf: Any) -> list[str]:
    """Return the ids of the nodes from the root to a leaf. Raises `Malformed`."""
    if not isinstance(leaf, str) or leaf not in nodes:
        raise Malformed("the message at which it was left is missing")
    branch: dict[str, None] = {}
    id: Any = leaf
    while isinstance(id, str) and id in nodes:
        if id in branch:
            raise Malformed("its messages follow each other in a circle")
        branch[id] = None
        id = nodes[id].get("parent")
    return list(branch)[::-1]


def _said(branch: list[str], nodes: Nodes, began: datetime) -> list[Said]:
    """Return what was said on a branch: questions, and between two of them one answer."""
    said: list[Said] = []
    at = began
    for id in branch:
        message = _object(nodes[id].get("message"))
        role, texts = _heard(message)
        if not texts:
            continue
        at = _time(message.get("create_time")) or at
        last = said[-1] if said else None
        if role == "user":
            said.append(Said(safe_id(id), role, texts, at))
        elif last is not None and last.role == "assistant":
            last.texts.extend(texts)
        else:
            model = _object(message.get("metadata")).get("model_slug")
            said.append(Said(safe_id(id), role, texts, at, str(model or ""), last.id if last else None))
    return said


def _other_answers(branch: list[str], said: list[Said], nodes: Nodes, began: datetime) -> list[Said]:
    """Return the answers to the last question that gave way to the one shown and had no questions after them."""
    if len(said) < 2 or said[-2].role != "user":
        return []
    question = next(id for id in reversed(branch) if safe_id(id) == said[-2].id)
    answers = {said[-1].id: said[-1]}
    for path in _paths_after(question, nodes):
        heard = _said([question, *path], nodes, began)
        if len(heard) == 2:
            answers.setdefault(heard[1].id, replace(heard[1], shown=False))
    return [one for one in answers.values() if not one.shown]


def _paths_after(question: str, nodes: Nodes) -> list[list[str]]:
    """Return the paths from a node to its leaves, oldest branch first; none when there are too many."""
    paths: list[list[str]] = []
    waiting: list[list[str]] = [[question]]
    while waiting and len(paths) <= _MOST_VERSIONS:
        path = waiting.pop()
        children = nodes[path[-1]].get("children")
        children = children if isinstance(children, list) else []
        below = [id for id in children if isinstance(id, str) and id in nodes and id not in path]
        waiting.extend([*path, id] for id in reversed(below))
        if not below:
            paths.append(path[1:])
    return paths if len(paths) <= _MOST_VERSIONS else []


def _heard(message: dict[str, Any]) -> tuple[str, list[str]]:
    """Return who speaks and what; nothing for what was not said to anyone: system, tools, what was hidden."""
    role = str(_object(message.get("author")).get("role") or "")
    metadata = _object(message.get("metadata"))
    to_the_owner = message.get("recipient") in (None, "all", "python")
    if (
        role not in ("user", "assistant")
        or not to_the_owner
        or metadata.get("is_visually_hidden_from_conversation")
    ):
        return role, []
    attached = metadata.get("attachments")
    names = (
        [f"[Attached: {_object(file).get('name') or 'a file'}]" for file in attached]
        if isinstance(attached, list)
        else []
    )
    return role, [text for text in (*_texts(_object(message.get("content"))), *names) if text.strip()]


def _texts(content: dict[str, Any]) -> list[str]:
    """Return the texts of a message's content; pictures and sounds are named."""
    kind = content.get("content_type")
    if kind == "code":
        language = content.get("language")
        named = language if isinstance(language, str) and language != "unknown" else ""
        return [f"```{named}\n{content.get('text') or ''}\n```"]
    parts = content.get("parts")
    if kind not in ("text", "multimodal_text") or not isinstance(parts, list):
        return []
    return [_CITATION.sub("", _text(part)) for part in parts]


def _text(part: Any) -> str:
    if isinstance(part, str):
        return part
    kind = str(_object(part).get("content_type") or "")
    if kind == "audio_transcription":
        return str(part.get("text") or "")
    return "[Image]" if kind == "image_asset_pointer" else ""


def _time(value: Any) -> datetime | None:
    try:
        return datetime.fromtimestamp(value, UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
