"""What we hold -> what every strict server accepts."""

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gateway import Gateway
from app.gateway.shape import INTERRUPTED, shape
from tests.gateway.conftest import events_of
from tests.gateway.scripted import ScriptedGateway

Message = dict[str, Any]


def user(content: Any = "hi") -> Message:
    return {"role": "user", "content": content}


def system(content: Any = "be kind") -> Message:
    return {"role": "system", "content": content}


def answer(content: Any = "yes") -> Message:
    return {"role": "assistant", "content": content}


def calling(*ids: str, content: Any = None, arguments: Any = "{}", name: str = "t") -> Message:
    calls = [{"id": i, "type": "function", "function": {"name": name, "arguments": arguments}} for i in ids]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(of: str, content: Any = "done") -> Message:
    return {"role": "tool", "tool_call_id": of, "content": content}


def complaint(messages: list[Message]) -> str | None:
    """What the strictest server would say; None when it accepts."""
    due: list[str] = []
    seen: set[str] = set()
    before = ""
    for at, message in enumerate(messages):
        role = message["role"]
        if set(message) - {"role", "content", "tool_calls", "tool_call_id"}:
            return f"{at}: unknown field"
        if role == "tool":
            if not due or message["tool_call_id"] != due.pop(0):
                return f"{at}: result without its call"
            if not isinstance(message["content"], str):
                return f"{at}: result is no text"
            before = "tool"
            continue
        if due:
            return f"{at}: calls without results"
        if role == "system" and at:
            return f"{at}: system message is not first"
        if (role, before) in (("user", "user"), ("assistant", ""), ("assistant", "system")):
            return f"{at}: roles do not alternate"
        if role == "assistant" and before == "assistant":
            return f"{at}: two answers in a row"
        if not message["content"] and not message.get("tool_calls"):
            return f"{at}: empty"
        for call in message.get("tool_calls", ()):
            if call["id"] in seen or not call["id"]:
                return f"{at}: id used before"
            if not re.fullmatch(r"[\w-]{1,64}", call["function"]["name"], re.ASCII):
                return f"{at}: bad name"
            if not isinstance(json.loads(call["function"]["arguments"]), dict):
                return f"{at}: arguments are no object"
            seen.add(call["id"])
            due.append(call["id"])
        before = role
    json.dumps(messages, ensure_ascii=False).encode()
    return "calls without results" if due else None


def roles(messages: list[Message]) -> list[str]:
    return [message["role"] for message in messages]


def test_all_system_text_becomes_one_leading_message() -> None:
    shaped = shape(
        [system("a"), user(), system("b"), answer(), {"role": "developer", "content": "c"}, user("more")]
    )
    assert shaped[0] == system("a\n\nb\n\nc")
    assert roles(shaped) == ["system", "user", "assistant", "user"]


def test_neighbours_of_one_role_are_joined() -> None:
    assert shape([user("a"), user("b"), answer("c"), answer("d"), user("e")]) == [
        user("a\n\nb"),
        answer("c\n\nd"),
        user("e"),
    ]


def test_text_before_a_call_belongs_to_the_calling_message() -> None:
    shaped = shape([user(), answer("Let me see."), calling("a", content="Looking."), result("a")])
    assert roles(shaped) == ["user", "assistant", "tool"]
    assert shaped[1]["content"] == "Let me see.\n\nLooking."


def test_pictures_stay_parts_and_plain_parts_become_text() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    words = {"type": "text", "text": "look"}
    assert shape([user("see"), user([words, picture])]) == [
        user([{"type": "text", "text": "see"}, words, picture])
    ]
    assert shape([user([words, {"type": "text", "text": "there"}])]) == [user("look\n\nthere")]


@pytest.mark.parametrize("empty", ["", None, []])
def test_empty_messages_are_left_out(empty: Any) -> None:
    assert shape([system(empty), user("a"), answer(empty), user(empty), user("b")]) == [user("a\n\nb")]


def test_a_conversation_that_an_answer_opens_gets_a_beginning() -> None:
    shaped = shape([system(), answer("earlier"), user()])
    assert roles(shaped) == ["system", "user", "assistant", "user"]
    assert shape([answer(""), user()]) == [user()]


def test_a_call_without_a_result_gets_one_in_place() -> None:
    shaped = shape([user(), calling("a", "b"), result("b", "2"), user("hi")])
    assert shaped[2:4] == [result("a", INTERRUPTED), result("b", "2")]
    assert shaped[4] == user("hi")


def test_results_stand_in_the_order_of_their_calls_right_after_them() -> None:
    shaped = shape(
        [
            user(),
            calling("a", "b"),
            user("meanwhile"),
            result("b", "2"),
            answer("x"),
            result("a", "1"),
            user("z"),
        ]
    )
    assert shaped[1:4] == [calling("a", "b"), result("a", "1"), result("b", "2")]
    assert complaint(shaped) is None


def test_results_without_a_call_and_repeated_ones_are_left_out() -> None:
    shaped = shape(
        [result("lost"), user(), calling("a"), result("a", "1"), result("a", "again"), result("lost"), user()]
    )
    assert shaped == [user(), calling("a"), result("a", "1"), user()]


def test_an_id_used_twice_is_told_apart() -> None:
    shaped = shape(
        [user(), calling("0"), result("0", "1"), calling("0"), result("0", "2"), calling("0"), user()]
    )
    assert complaint(shaped) is None
    assert [m["content"] for m in shaped if m["role"] == "tool"] == ["1", "2", INTERRUPTED]
    unanswered = shape([user(), calling("0"), user(), calling("0"), result("0", "2")])
    assert [m["content"] for m in unanswered if m["role"] == "tool"] == [INTERRUPTED, "2"]
    same = shape([user(), calling("", ""), result("", "1"), result("", "2")])
    assert complaint(same) is None
    assert [m["content"] for m in same if m["role"] == "tool"] == ["1", "2"]


@pytest.mark.parametrize(
    ("held", "sent"),
    [
        ({"a": "ż"}, '{"a": "ż"}'),
        ('{"a": 1}', '{"a": 1}'),
        ('{"a": "hel', "{}"),
        ("", "{}"),
        (None, "{}"),
        ("[1]", "{}"),
        ('"{}"', "{}"),
        ("[" * 100_000, "{}"),
    ],
)
def test_arguments_are_always_the_text_of_an_object(held: Any, sent: str) -> None:
    shaped = shape([user(), calling("a", arguments=held), result("a")])
    assert shaped[1]["tool_calls"][0]["function"]["arguments"] == sent


@pytest.mark.parametrize(
    ("held", "sent"), [("", "unknown"), ("a b.c", "a_b_c"), ("ż", "_"), ("x" * 90, "x" * 64)]
)
def test_names_are_made_acceptable(held: str, sent: str) -> None:
    assert shape([user(), calling("a", name=held)])[1]["tool_calls"][0]["function"]["name"] == sent


def test_lone_surrogates_and_nul_never_leave() -> None:
    shaped = shape([user("a\ud800b\x00"), calling("a", arguments={"x": "\udfff"}), result("a", "\ud83d")])
    assert shaped[0] == user("a\ufffdb\ufffd")
    assert complaint(shaped) is None


def test_reasoning_goes_along_only_on_request_and_then_with_every_call() -> None:
    held = [user(), {**calling("a"), "reasoning_content": "hm"}, result("a"), calling("b"), result("b")]
    assert "reasoning_content" not in shape(held)[1]
    shaped = shape(held, reasoning=True)
    assert [m["reasoning_content"] for m in shaped if m["role"] == "assistant"] == ["hm", ""]


def test_what_we_hold_is_not_changed() -> None:
    held = [system(), user("a"), user("b"), calling("a"), answer(), answer()]
    before = copy.deepcopy(held)
    shape(held)
    assert held == before


async def test_every_request_is_shaped(gateway: Gateway, scripted: ScriptedGateway) -> None:
    tool = {
        "type": "function",
        "function": {"name": "t", "description": "x\ud800", "parameters": {"type": "object"}},
    }
    await events_of(gateway, [user(), system(), calling("a"), user("b")], [tool])
    sent = scripted.requests[0].json
    assert complaint(sent["messages"]) is None
    assert sent["tools"][0]["function"]["description"] == "x\ufffd"


contents = st.sampled_from(["", "x", None, [], [{"type": "text", "text": "p"}], [{"type": "image_url"}], 7])
ids = st.sampled_from(["a", "b", "0", "", "call"])
messages = st.lists(
    st.one_of(
        st.builds(system, contents),
        st.builds(user, contents),
        st.builds(answer, contents),
        st.builds(result, ids, contents),
        st.lists(ids, min_size=1, max_size=3).map(lambda several: calling(*several)),
        st.sampled_from(
            [{}, {"role": "odd"}, {"role": "assistant", "tool_calls": [None, {}, {"function": {}}]}]
        ),
    ),
    max_size=12,
)


@given(messages)
def test_the_strictest_server_accepts_whatever_we_hold(held: list[Message]) -> None:
    assert complaint(shape(held)) is None


@given(messages, st.data())
def test_any_window_of_a_conversation_is_accepted(held: list[Message], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(held)))
    assert complaint(shape(held[start:])) is None
