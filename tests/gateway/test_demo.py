"""The demo model, asked over its real port through the same code path as any gateway."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest

from app.demo import DemoServer
from app.demo.memories import HEADER, as_fact
from app.gateway import End, Event, Gateway, GatewayError, Text, ToolCall, Usage
from tests.gateway.conftest import dead_port, settings

REMEMBER = {
    "type": "function",
    "function": {
        "name": "remember",
        "parameters": {"type": "object", "properties": {"content": {"type": "string"}}},
    },
}
LOOK = {
    "type": "function",
    "function": {"name": "lookUp", "parameters": {"type": "object", "properties": {}}},
}
TOOLS = [REMEMBER, LOOK]
Message = dict[str, Any]


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    """Popagent's gateway where nothing is configured and nothing listens."""
    with dead_port() as port:
        made = Gateway(settings(), default_url=f"http://127.0.0.1:{port}/v1")
        await made.start()
        yield made
        await made.close()


@pytest.fixture
async def server() -> AsyncIterator[DemoServer]:
    """The endpoint alone."""
    made = DemoServer()
    await made.start()
    yield made
    await made.stop()


def user(text: str, *recalled: str) -> Message:
    """A user's message, with recalled lines in front as the engine puts them."""
    block = "\n".join([HEADER, *recalled])
    return {"role": "user", "content": f"{block}\n\n{text}" if recalled else text}


async def ask(gateway: Gateway, *messages: Message, tools: list[Message] | None = None) -> list[Event]:
    """All events of one call; the tools above are offered unless others are given."""
    stream = gateway.stream(model="demo", messages=list(messages), tools=TOOLS if tools is None else tools)
    return [event async for event in stream]


def said(events: list[Event]) -> str:
    """The text of an answer."""
    return "".join(event.text for event in events if isinstance(event, Text))


async def test_it_greets_says_what_it_is_and_how_to_connect_a_real_one(gateway: Gateway) -> None:
    events = await ask(gateway, user("Hello!"))
    assert said(events).startswith("Hello")
    assert "demo model" in said(events)
    assert "NINEROUTER_URL" in said(events)
    assert isinstance(events[-2], Usage)
    assert events[-2].total_tokens == events[-2].input_tokens + events[-2].output_tokens > 0
    assert events[-1] == End("stop")


async def test_it_says_what_it_is_only_in_its_first_answer(gateway: Gateway) -> None:
    events = await ask(gateway, user("Hello!"), {"role": "assistant", "content": "Hello!"}, user("hi"))
    assert "demo model" not in said(events)


async def test_its_catalogue_has_one_model_with_its_context_window(gateway: Gateway) -> None:
    found = await gateway.catalogue()
    assert (found.models, found.context_windows, found.complete) == (["demo"], {"demo": 32768}, True)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (
            "Remember that my favourite colour is teal",
            {"content": "The user's favourite colour is teal.", "key": "favourite colour"},
        ),
        ("remember: I live in Oslo.", {"content": "The user lives in Oslo."}),
        ("please remember that I'm allergic to nuts", {"content": "The user is allergic to nuts."}),
        ("Remember that my name is Ada", {"content": "The user's name is Ada.", "key": "name"}),
        ("remember the meeting is at 10", {"content": "The meeting is at 10."}),
        ("Remember that I try to call my mother", {"content": "The user tries to call the user's mother."}),
    ],
)
async def test_told_to_remember_it_calls_the_tool(gateway: Gateway, text: str, arguments: Message) -> None:
    events = await ask(gateway, user(text))
    (call,) = [event for event in events if isinstance(event, ToolCall)]
    assert (call.name, call.arguments, call.error) == ("remember", arguments, None)
    assert (said(events), events[-1]) == ("", End("tool_calls"))


async def test_after_the_tools_result_it_confirms(gateway: Gateway) -> None:
    asked = user("Remember that my favourite colour is teal")
    (call,) = [event for event in await ask(gateway, asked) if isinstance(event, ToolCall)]
    function = {"name": call.name, "arguments": call.raw}
    made = {"id": call.id, "type": "function", "function": function}
    calling = {"role": "assistant", "content": None, "tool_calls": [made]}
    done = {"role": "tool", "tool_call_id": call.id, "content": '{"stored": true}'}
    answer = said(await ask(gateway, asked, calling, done))
    assert answer.startswith("I will remember: The user's favourite colour is teal.")
    refused = {**done, "content": "Error: the fact is too long."}
    assert "the fact is too long" in said(await ask(gateway, asked, calling, refused))


async def test_without_the_tool_it_says_that_it_cannot_remember(gateway: Gateway) -> None:
    events = await ask(gateway, user("remember that I live in Oslo"), tools=[])
    assert "cannot store" in said(events)


TEAL = "- [fact] 2026-11-30: The user's favourite colour is teal."
PIZZA = "- [fact] 2026-11-30: The user's favourite food is pizza."
OSLO = "- [episode] 2026-11-30: User: I moved to Oslo in May Assistant: How nice!"
ASKED = "- [episode] 2026-11-30: User: What is my favourite colour? Assistant: I do not know."


@pytest.mark.parametrize(
    ("question", "recalled", "answer"),
    [
        (
            "What is my favourite colour?",
            [PIZZA, ASKED, TEAL],
            "You told me: The user's favourite colour is teal.",
        ),
        ("what's my favorite color", [PIZZA, TEAL], "You told me: The user's favourite colour is teal."),
        ("Which food do I like?", [TEAL, PIZZA], "You told me: The user's favourite food is pizza."),
        ("When did I move to Oslo?", [TEAL, OSLO], "You told me: I moved to Oslo in May"),
        ("do you remember my colours", [TEAL], "You told me: The user's favourite colour is teal."),
        ("What do you know about me?", [TEAL, PIZZA], "teal. The user's favourite food is pizza."),
        ("Gdzie mieszkam żółw?", ["- [fact] 2026-11-30: Żółw mieszka w Łodzi."], "You told me: Żółw"),
        ("東京の天気は？ ?", ["- [fact] 2026-11-30: 東京の天気は晴れ"], "You told me: 東京"),
    ],
)
async def test_questions_are_answered_from_recalled_memories(
    gateway: Gateway, question: str, recalled: list[str], answer: str
) -> None:
    assert answer in said(await ask(gateway, user(question, *recalled)))


@pytest.mark.parametrize("recalled", [[], [PIZZA], [ASKED], ["- [odd] x"]])
async def test_it_says_so_when_it_does_not_know(gateway: Gateway, recalled: list[str]) -> None:
    answer = said(await ask(gateway, user("What is my favourite colour?", *recalled)))
    assert answer.startswith("I do not know")
    assert "You told me" not in answer


async def test_any_offered_tool_can_be_called_several_at_once(gateway: Gateway) -> None:
    text = 'call lookUp {"q": "a {b}"} and use the remember tool with {"content": "x"}, then call lookUp'
    calls = [event for event in await ask(gateway, user(text)) if isinstance(event, ToolCall)]
    assert [(call.name, call.arguments) for call in calls] == [
        ("lookUp", {"q": "a {b}"}),
        ("remember", {"content": "x"}),
        ("lookUp", {}),
    ]


async def test_results_of_tools_are_reported_in_order(gateway: Gateway) -> None:
    function = {"name": "lookUp", "arguments": "{}"}
    calls = [{"id": i, "type": "function", "function": function} for i in ("a", "b")]
    results = [{"role": "tool", "tool_call_id": i, "content": f"result {i}"} for i in ("a", "b")]
    calling = {"role": "assistant", "content": None, "tool_calls": calls}
    answer = said(await ask(gateway, user("call lookUp and call lookUp"), calling, *results))
    assert answer.index("result a") < answer.index("result b")
    assert "`lookUp`" in answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("call noSuch {}", "no tool named noSuch"),
        ("use the noSuch tool", "no tool named noSuch"),
        ('call lookUp {"a": ', "not valid JSON"),
        ("call mom tomorrow", "You wrote: “call mom tomorrow”"),
    ],
)
async def test_a_call_that_cannot_be_made_is_explained(gateway: Gateway, text: str, answer: str) -> None:
    assert answer in said(await ask(gateway, user(text)))


async def test_it_counts_quickly_or_slowly(gateway: Gateway) -> None:
    before = {"role": "assistant", "content": "x"}
    assert said(await ask(gateway, user("hi"), before, user("count to 12"))) == "1 2 3 4 5 6 7 8 9 10 11 12"
    began = time.monotonic()
    events = await ask(gateway, user("hi"), before, user("Count slowly to 4"))
    assert said(events) == "1 2 3 4"
    assert len([event for event in events if isinstance(event, Text)]) == 4
    assert time.monotonic() - began > 0.45


async def test_it_shows_markdown(gateway: Gateway) -> None:
    answer = said(await ask(gateway, user("show markdown")))
    for mark in ("# Markdown", "\n- first", "| --- |", "```python", "](https://", "**bold**"):
        assert mark in answer


@pytest.mark.parametrize(
    "text", ["some plain words", "x" * 10_000, "<script>alert(1)</script>", "a\x00\ud800", "…"]
)
async def test_other_text_gets_a_short_honest_answer(gateway: Gateway, text: str) -> None:
    answer = said(await ask(gateway, user("hi"), {"role": "assistant", "content": "x"}, user(text)))
    assert answer.startswith("You wrote: ")
    assert len(answer) < 500


async def test_a_conversation_longer_than_its_window_overflows(gateway: Gateway) -> None:
    with pytest.raises(GatewayError) as caught:
        await ask(gateway, user("word " * 40_000))
    assert caught.value.code == "context_overflow"


async def test_stopping_ends_its_stream(gateway: Gateway) -> None:
    task = asyncio.create_task(ask(gateway, user("count slowly to 1000")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


# The endpoint as any client sees it


async def test_it_answers_without_a_stream_too(server: DemoServer) -> None:
    body = {"model": "demo", "messages": [user("hello")]}
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {server.key}"}) as client:
        reply = (await client.post(f"{server.url}/chat/completions", json=body)).json()
    choice = reply["choices"][0]
    assert (choice["finish_reason"], choice["message"]["role"]) == ("stop", "assistant")
    assert choice["message"]["content"].startswith("Hello")
    assert reply["usage"]["total_tokens"] > 0


@pytest.mark.parametrize("header", [{}, {"authorization": "Bearer wrong"}, {"authorization": "Bearer"}])
async def test_every_request_needs_the_key(server: DemoServer, header: dict[str, str]) -> None:
    async with httpx2.AsyncClient(headers=header) as client:
        replies = [
            await client.get(f"{server.url}/models"),
            await client.post(f"{server.url}/chat/completions"),
        ]
    assert [(r.status_code, r.json()["error"]["code"]) for r in replies] == [(401, "invalid_api_key")] * 2


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "invalid_json"),
        (b"[" * 100_000, 400, "invalid_json"),
        (b"\xff", 400, "invalid_json"),
        ([], 400, "invalid_request"),
        ({"messages": [user("x")]}, 404, "model_not_found"),
        ({"model": "gpt", "messages": [user("x")]}, 404, "model_not_found"),
        ({"model": "demo"}, 400, "invalid_messages"),
        ({"model": "demo", "messages": []}, 400, "invalid_messages"),
        ({"model": "demo", "messages": [{"role": "odd"}]}, 400, "invalid_messages"),
        ({"model": "demo", "messages": ["x"]}, 400, "invalid_messages"),
        ({"model": "demo", "messages": [user("x")], "tools": [{}]}, 400, "invalid_tools"),
        ({"model": "demo", "messages": [user("x")], "tools": 7}, 400, "invalid_tools"),
        ({"model": "demo", "messages": [user("x")], "stream_options": 7}, 400, "invalid_request"),
    ],
)
async def test_a_bad_request_is_a_clear_error(server: DemoServer, body: Any, status: int, code: str) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {server.key}"}) as client:
        reply = await client.post(f"{server.url}/chat/completions", content=content)
    assert (reply.status_code, reply.json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": [{"type": "text"}, {"type": "image_url"}, {"text": 7}, 3]},
        {"role": "user", "content": 7},
        {"role": "tool", "tool_call_id": None, "content": {}},
        {"role": "assistant", "tool_calls": [{"id": 1}]},
        {"role": "user", "content": HEADER},
        {"role": "system", "content": "only this"},
    ],
)
async def test_odd_messages_are_answered(server: DemoServer, message: Message) -> None:
    body = {"model": "demo", "messages": [message]}
    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {server.key}"}) as client:
        reply = await client.post(f"{server.url}/chat/completions", json=body)
    assert reply.status_code == 200


def test_a_fact_keeps_within_the_limits_of_memory() -> None:
    content, key = as_fact("my " + "x" * 5000 + " is " + "y" * 5000)
    assert len(content) <= 2000
    assert key is None or len(key) <= 128
