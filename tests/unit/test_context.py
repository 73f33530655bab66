"""Conversations that are too long for a model: where they are cut."""

from typing import Any

import pytest

from app.agent.context import shorten


def said(role: str, size: int) -> dict[str, Any]:
    return {"role": role, "content": "x" * size}


SYSTEM = said("system", 100)


def roles(messages: list[dict[str, Any]] | None) -> str | None:
    return None if messages is None else "".join(message["role"][0] for message in messages)


@pytest.mark.parametrize(
    ("sizes", "share", "left"),
    [
        ("u9 a9 u9 a9 u9", 0.5, "su"),
        ("u9 a9 u9 a9 u1", 0.9, "suau"),
        ("u9 a9 t9 a9 u9 a9 t9 a9 u9", 0.6, "suatau"),
        ("u9 a9 u900", 0.5, "su"),
        ("u9 a9 u9 a9 t9 a9 t9", 0.5, "suatat"),
        ("u9 a9 u9 a9 u9", 0.0, "su"),
        ("u9", 0.5, None),
        ("u9 a9 t9", 0.0, None),
    ],
)
def test_a_cut_falls_before_a_question_and_never_takes_the_newest(
    sizes: str, share: float, left: str | None
) -> None:
    kinds = {"u": "user", "a": "assistant", "t": "tool"}
    talk = [said(kinds[each[0]], int(each[1:]) * 100) for each in sizes.split()]
    shorter = shorten([SYSTEM, *talk], share)
    assert roles(shorter) == left
    if shorter is not None:
        assert shorter[0] == SYSTEM
        assert shorter[1:] == talk[len(talk) - len(shorter) + 1 :], "what is left is the end as it was"


def test_a_conversation_without_a_system_message_is_cut_alike() -> None:
    talk = [said("user", 900), said("assistant", 900), said("user", 900)]
    assert shorten(talk, 0.5) == talk[2:]
