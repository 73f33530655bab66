"""Streams as gateways really send them -> the same clean events."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.gateway import End, Gateway, Limits, Reasoning, Text, Usage, Waiting
from tests.gateway.conftest import events_of, failure_of
from tests.gateway.scripted import (
    DONE,
    Reply,
    ScriptedGateway,
    Step,
    chunk,
    cut,
    frame,
    hold,
    stop,
    text,
    usage,
)


def joined(events: list[Any], kind: type[Text] | type[Reasoning] = Text) -> str:
    """All text of a kind."""
    return "".join(event.text for event in events if isinstance(event, kind))


async def test_a_usual_stream_gives_text_usage_and_its_end(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(
        Reply.sse(chunk({"role": "assistant", "content": ""}), text("Hello "), text("you"), usage(), stop())
    )
    events = await events_of(gateway)
    assert joined(events) == "Hello you"
    assert events[-2:] == [Usage(10, 5, 15), End("stop")]


async def test_text_is_given_out_as_it_comes(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply.sse(text("first"), hold(), text(" second"), stop()))
    stream = gateway.stream(model="m", messages=[{"role": "user", "content": "x"}], tools=[])
    assert await anext(stream) == Text("first")
    scripted.release()
    assert [event async for event in stream] == [Text(" second"), End("stop")]


async def test_all_text_of_one_network_read_is_one_event(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply.sse(*[text(f"{n} ") for n in range(500)], stop()))
    events = await events_of(gateway)
    assert joined(events) == "".join(f"{n} " for n in range(500))
    scripted.answers(Reply.sse(b"".join(text(f"{n} ") for n in range(100)), hold(), stop()))
    stream = gateway.stream(model="m", messages=[{"role": "user", "content": "x"}], tools=[])
    first = await anext(stream)
    assert isinstance(first, Text)
    assert len(first.text.split()) == 100
    await stream.aclose()


# Framing


@pytest.mark.parametrize(
    "body",
    [
        b"".join(
            [
                b": OPENROUTER PROCESSING\n\n",
                b":\n\n",
                text("hi"),
                b": more\n\n",
                DONE,
                b": comment after\n\n",
            ]
        ),
        b"".join(
            [
                text("hi"),
                b"data: : keepalive\n\n",
                b"data:\n\n",
                b"data: \n\n",
                b"data: 42\n\n",
                b'data: "x"\n\n',
                DONE,
            ]
        ),
        b"".join([b"event: ping\ndata: {}\n\n", text("hi"), b"id: 7\nretry: 10\n\n", DONE]),
        (text("hi") + stop()).replace(b"\n", b"\r\n"),
        (text("hi") + stop()).replace(b"\n", b"\r"),
        (text("hi") + stop()).replace(b"data: ", b"data:"),
        (text("hi") + stop()).replace(b"\n\n", b"\n"),
        (text("hi") + stop()).rstrip(b"\n"),
        text("hi") + chunk({}, "stop").rstrip(b"\n"),
        text("hi") + b"data: [DONE] \n\n",
        b"\xef\xbb\xbf" + text("hi") + stop(),
        b"\n\n  \n" + text("hi") + stop(),
        b'data: {"choices":\ndata: [{"delta":\ndata: {"content": "hi"}}]}\n\n' + DONE,
        text("hi") + DONE + text(" not this"),
    ],
    ids=[
        "comments",
        "keepalives",
        "pings",
        "crlf",
        "cr",
        "no blank",
        "single newlines",
        "no last newline",
        "reason without last newline",
        "done with blank",
        "bom",
        "leading blanks",
        "several data lines",
        "after done",
    ],
)
@pytest.mark.parametrize("size", [10_000, 7, 1])
async def test_any_framing_in_any_pieces_reads_the_same(
    gateway: Gateway, scripted: ScriptedGateway, body: bytes, size: int
) -> None:
    scripted.answers(Reply.sse(*[body[n : n + size] for n in range(0, len(body), size)]))
    events = await events_of(gateway)
    assert joined(events) == "hi"
    assert events[-1] == End("stop")


async def test_characters_split_over_reads_arrive_whole(gateway: Gateway, scripted: ScriptedGateway) -> None:
    words = "żółw 東京 🏳️‍🌈"
    raw = (
        b"data: "
        + json.dumps({"choices": [{"delta": {"content": words}}]}, ensure_ascii=False).encode()
        + b"\n\n"
    )
    scripted.answers(Reply.sse(*[raw[n : n + 1] for n in range(len(raw))], DONE))
    assert joined(await events_of(gateway)) == words


async def test_bytes_that_are_no_utf8_are_replaced(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply.sse(b'data: {"choices":[{"delta":{"content":"a\xffb"}}]}\n\n', DONE))
    assert joined(await events_of(gateway)) == "a\ufffdb"


@pytest.mark.parametrize("label", ["application/json", "text/event-stream", "text/plain"])
async def test_a_json_body_is_understood_whatever_its_label(
    gateway: Gateway, scripted: ScriptedGateway, label: str
) -> None:
    message = {"role": "assistant", "content": "hi", "reasoning_content": "hm"}
    counts = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
    body = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": counts}
    scripted.answers(Reply([json.dumps(body, indent=2).encode()], headers={"content-type": label}))
    assert await events_of(gateway) == [Reasoning("hm"), Text("hi"), Usage(3, 2, 5), End("stop")]


async def test_an_event_stream_labelled_json_is_understood(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(Reply([text("hi"), stop()], headers={"content-type": "application/json"}))
    assert joined(await events_of(gateway)) == "hi"


async def test_a_web_page_is_a_bad_response(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply([b"<!doctype html><title>x</title>"], headers={"content-type": "text/html"}))
    _, error = await failure_of(gateway)
    assert error.code == "bad_response"
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    "pieces",
    [
        (b'data: {"choices": [{"delta": {"content": "lo\n\n', text("st"), DONE),
        (b'data: {"choices": [{"delta": {"content": "lo\n', text("st")[:-1], DONE[:-1]),
        (b'{"choices": [{"message": {"content": "lo',),
        (b"Internal proxy problem\n",),
        (text("hi").rstrip() + b" {}\n\n", DONE),
        (b"data: " + b'{"a":' * 100_000 + b"\n\n",),
    ],
    ids=[
        "broken line",
        "broken line, single newlines",
        "broken body",
        "plain text",
        "two values",
        "nested too deep",
    ],
)
async def test_broken_json_is_told_and_not_passed_over(
    gateway: Gateway, scripted: ScriptedGateway, pieces: tuple[bytes, ...]
) -> None:
    scripted.answers(Reply.sse(*pieces))
    _, error = await failure_of(gateway)
    assert error.code == "bad_response"


async def test_a_piece_without_end_is_not_gathered_for_ever(
    gateway: Gateway, scripted: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.gateway.frames._MOST_BYTES", 100_000)
    for first in (b"data: ", b"{"):
        scripted.answers(Reply.sse(first, *[b"x" * 10_000] * 20))
        _, error = await failure_of(gateway)
        assert error.code == "bad_response"


# Content


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"choices": None},
        {"choices": []},
        {"choices": {}},
        {"choices": [None]},
        {"choices": ["x"]},
        {"choices": [{}]},
        {"choices": [{"delta": None}]},
        {"choices": [{"delta": []}]},
        {"choices": [{"delta": {"content": None, "role": None, "tool_calls": None}}]},
        {"choices": [{"delta": {"content": 7}}]},
        {"choices": [{"delta": {"content": [None, 3, {}, {"type": "image"}]}}]},
        {"choices": [{"delta": {}, "finish_reason": ""}], "error": None, "usage": None},
        {"object": "list", "error": "", "usage": "none"},
        {"choices": [{"delta": {"content": [[[[["deep"]]]]]}}]},
    ],
)
async def test_chunks_without_content_are_passed_over(
    gateway: Gateway, scripted: ScriptedGateway, odd: Any
) -> None:
    scripted.answers(Reply.sse(frame(odd), text("hi"), frame(odd), stop()))
    assert [event async for event in _without_waiting(gateway)][-1] == End("stop")
    assert joined(await events_of(gateway)) == "hi"


async def _without_waiting(gateway: Gateway) -> Any:
    async for event in gateway.stream(model="m", messages=[{"role": "user", "content": "x"}], tools=[]):
        assert not isinstance(event, Waiting)
        yield event


async def test_content_in_parts_is_text(gateway: Gateway, scripted: ScriptedGateway) -> None:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    scripted.answers(Reply.sse(chunk({"content": [thought, {"type": "text", "text": "h"}, "i"]}), stop()))
    assert await events_of(gateway) == [Reasoning("hm"), Text("hi"), End("stop")]


async def test_a_refusal_is_the_answer(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply.sse(chunk({"content": None, "refusal": "I cannot."}), stop()))
    assert await events_of(gateway) == [Text("I cannot."), End("stop")]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ((b'"\\ud83d"', b'"\\ude00"'), "😀"),
        ((b'"a\\ud83d"', b'""', b'"\\ude00b"'), "a😀b"),
        ((b'"\\ud83d"',), "\ufffd"),
        ((b'"\\ud83d"', b'"x"'), "\ufffdx"),
        ((b'"\\ude00x"',), "\ufffdx"),
        ((b'"a\\u0000b"',), "a\ufffdb"),
        ((b'"\\ud83d\\ude00"',), "😀"),
    ],
)
@pytest.mark.parametrize("field", ["content", "reasoning_content"])
async def test_surrogate_halves_are_joined_or_replaced(
    gateway: Gateway, scripted: ScriptedGateway, pieces: tuple[bytes, ...], expected: str, field: str
) -> None:
    chunks = [b'data: {"choices":[{"delta":{"%b":%b}}]}\n\n' % (field.encode(), piece) for piece in pieces]
    for together in (chunks, [b"".join(chunks)]):
        scripted.answers(Reply.sse(*together, text("!"), stop()))
        events = await events_of(gateway)
        kind = Text if field == "content" else Reasoning
        assert joined(events, kind).removesuffix("!") == expected
        for event in events:
            json.dumps(getattr(event, "text", ""), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("pieces", "thought", "answer"),
    [
        (("<think>hm</think>hi",), "hm", "hi"),
        (("<th", "ink>h", "m</thi", "nk>\n\nhi"), "hm", "hi"),
        (("\n<think>\nhm\n</think>\n\nhi",), "\nhm\n", "hi"),
        (("<thinking>hm</thinking>hi",), "hm", "hi"),
        (("<think>a</think><think>b</think>hi",), "ab", "hi"),
        (("<think>only",), "only", ""),
        (("<think>half </th",), "half </th", ""),
        (("<think></think>hi",), "", "hi"),
        (("a <think>b</think>",), "", "a <think>b</think>"),
        (("<thi",), "", "<thi"),
        (("<this>",), "", "<this>"),
        (("  hi",), "", "  hi"),
        (("<think>1 < 2</think>hi <think>",), "1 < 2", "hi <think>"),
        (tuple("<think>hm</think>hi"), "hm", "hi"),
    ],
)
async def test_think_blocks_at_the_start_are_reasoning(
    gateway: Gateway, scripted: ScriptedGateway, pieces: tuple[str, ...], thought: str, answer: str
) -> None:
    scripted.answers(Reply.sse(*map(text, pieces), stop("length")))
    events = await events_of(gateway)
    assert (joined(events, Reasoning), joined(events)) == (thought, answer)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
async def test_reasoning_is_kept_apart_and_in_order(
    gateway: Gateway, scripted: ScriptedGateway, field: str
) -> None:
    scripted.answers(
        Reply.sse(
            b"".join([chunk({field: "a"}), chunk({field: "b"}), text("c"), chunk({field: "d"})]), stop()
        )
    )
    assert await events_of(gateway) == [Reasoning("ab"), Text("c"), Reasoning("d"), End("stop")]


# Usage


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (
            [{"prompt_tokens": 1, "completion_tokens": n, "total_tokens": n + 1} for n in (1, 2, 3)],
            Usage(1, 3, 4),
        ),
        ([{"prompt_tokens": 9, "completion_tokens": 1}, None, {}], Usage(9, 1, 10)),
        ([{"input_tokens": 4, "output_tokens": 2}], Usage(4, 2, 6)),
        ([{"prompt_tokens": None, "completion_tokens": None, "total_tokens": 8}], Usage(0, 0, 8)),
        ([{"prompt_tokens": 7.0, "completion_tokens": "x"}], Usage(7, 0, 7)),
    ],
)
async def test_usage_is_told_once_and_not_summed(
    gateway: Gateway, scripted: ScriptedGateway, counts: list[Any], expected: Usage
) -> None:
    chunks = [chunk({"content": "x"}, usage=given) for given in counts]
    scripted.answers(Reply.sse(frame({"choices": []}), *chunks, stop()))
    assert [event for event in await events_of(gateway) if isinstance(event, Usage)] == [expected]


@pytest.mark.parametrize(
    "counts", [None, {}, {"prompt_tokens": None}, {"prompt_tokens": -1}, [], "x", {"prompt_tokens": True}]
)
async def test_no_usage_is_told_where_none_was_given(
    gateway: Gateway, scripted: ScriptedGateway, counts: Any
) -> None:
    scripted.answers(Reply.sse(text("x"), frame({"choices": [], "usage": counts}), stop()))
    assert await events_of(gateway) == [Text("x"), End("stop")]


async def test_usage_beside_the_choice_counts(gateway: Gateway, scripted: ScriptedGateway) -> None:
    last = frame(
        {
            "choices": [
                {"delta": {}, "finish_reason": "stop", "usage": {"prompt_tokens": 1, "completion_tokens": 1}}
            ]
        }
    )
    scripted.answers(Reply.sse(text("x"), last, DONE))
    assert Usage(1, 1, 2) in await events_of(gateway)


# Ends


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        ((chunk({}, "stop"), DONE), "stop"),
        ((chunk({}, "stop"),), "stop"),
        ((DONE,), "stop"),
        ((), "interrupted"),
        ((cut(),), "interrupted"),
        ((b'data: {"choices": [{"del',), "interrupted"),
        ((chunk({}, "stop"), cut()), "stop"),
        ((chunk({}, "length"), DONE), "length"),
        ((chunk({}, "max_tokens"), DONE), "length"),
        ((chunk({}, "content_filter"), DONE), "content_filter"),
        ((chunk({}, "SAFETY"), DONE), "content_filter"),
        ((chunk({}, "end_turn"), DONE), "stop"),
        ((chunk({}, "tool_calls"), DONE), "stop"),
        ((chunk({}, "solar_flare"), DONE), "solar_flare"),
    ],
)
async def test_either_end_marker_makes_an_answer_whole(
    gateway: Gateway, scripted: ScriptedGateway, ending: tuple[bytes | Step, ...], reason: str
) -> None:
    scripted.answers(Reply.sse(text("Hello"), *ending))
    assert await events_of(gateway) == [Text("Hello"), End(reason)]
    assert len(scripted.requests) == 1


async def test_a_connection_left_open_after_the_end_does_not_hold_the_answer_up(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    gateway = await make_gateway(scripted.url, limits=Limits(closing=0.05))
    for ending in (stop(), chunk({}, "stop")):
        scripted.answers(Reply.sse(text("hi"), ending, hold()))
        assert await asyncio.wait_for(events_of(gateway), 3) == [Text("hi"), End("stop")]
        await scripted.requests[-1].client_gone()


async def test_usage_after_the_reason_is_waited_for(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply.sse(text("hi"), chunk({}, "stop"), hold(), usage(), DONE))
    stream = gateway.stream(model="m", messages=[{"role": "user", "content": "x"}], tools=[])
    assert await anext(stream) == Text("hi")
    scripted.release()
    assert [event async for event in stream] == [Usage(10, 5, 15), End("stop")]


@pytest.mark.parametrize(
    "pieces", [(DONE,), (), (chunk({"role": "assistant", "content": ""}), stop()), (chunk({}, "tool_calls"),)]
)
async def test_an_answer_of_nothing_is_an_error(
    gateway: Gateway, scripted: ScriptedGateway, pieces: tuple[bytes, ...]
) -> None:
    scripted.answers(Reply.sse(*pieces))
    _, error = await failure_of(gateway)
    assert error.code == "empty_response"
    assert len(scripted.requests) == 1


async def test_an_answer_of_nothing_still_tells_its_usage(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(Reply.sse(usage(), stop()))
    events, error = await failure_of(gateway)
    assert (events, error.code) == ([Usage(10, 5, 15)], "empty_response")


@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_an_empty_answer_with_a_reason_tells_the_reason(
    gateway: Gateway, scripted: ScriptedGateway, reason: str
) -> None:
    scripted.answers(Reply.sse(stop(reason)))
    assert await events_of(gateway) == [End(reason)]


async def test_an_answer_cut_before_its_first_word_is_asked_for_again(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    for ending in ((), (cut(),)):
        scripted.answers(Reply.sse(chunk({"role": "assistant"}), *ending), Reply.sse(text("hi"), stop()))
        events = await events_of(gateway)
        assert [type(event) for event in events] == [Waiting, Text, End]


async def test_silence_in_the_middle_interrupts(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    gateway = await make_gateway(scripted.url, limits=Limits(silence=0.1))
    scripted.answers(Reply.sse(text("Hel"), hold()))
    assert await events_of(gateway) == [Text("Hel"), End("interrupted")]
    await scripted.requests[0].client_gone()


@pytest.mark.parametrize("pieces", [(hold(),), (chunk({"role": "assistant"}), hold())])
async def test_silence_from_the_start_is_an_error_and_not_tried_again(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any], pieces: tuple[bytes | Step, ...]
) -> None:
    gateway = await make_gateway(scripted.url, limits=Limits(silence=0.1))
    scripted.answers(Reply.sse(*pieces))
    _, error = await failure_of(gateway)
    assert error.code == "gateway_failed"
    assert len(scripted.requests) == 1


# Errors inside a reply with status 200


ERRORS = [
    frame({"error": {"message": "quota exceeded", "code": None}}),
    frame({"error": {"message": "quota exceeded", "code": "weird"}}),
    frame({"choices": [], "error": {"code": 402, "message": "quota exceeded"}}),
    frame({"error": "quota exceeded"}),
    b'event: error\ndata: {"message": "quota exceeded"}\n\n',
    b'event: error\ndata: {"error": {"message": "quota exceeded"}}\n\n',
    b"event: error\ndata: quota exceeded\n\n",
    b'{"error": {"message": "quota exceeded"}}',
    b'{"error": "quota exceeded"}',
]


@pytest.mark.parametrize("raw", ERRORS)
async def test_an_error_as_the_first_line_is_told(
    gateway: Gateway, scripted: ScriptedGateway, raw: bytes
) -> None:
    scripted.answers(Reply.sse(raw))
    events, error = await failure_of(gateway)
    assert (events, error.code) == ([], "gateway_failed")
    assert "quota exceeded" in error.message
    assert len(scripted.requests) == 1


@pytest.mark.parametrize("raw", ERRORS[:7])
async def test_an_error_in_the_middle_keeps_the_text_before_it(
    gateway: Gateway, scripted: ScriptedGateway, raw: bytes
) -> None:
    for pieces in ((text("Hel"), raw), (text("Hel") + raw,)):
        scripted.answers(Reply.sse(*pieces))
        events, error = await failure_of(gateway)
        assert (events, error.code) == ([Text("Hel")], "gateway_failed")
        assert "quota exceeded" in error.message


@pytest.mark.parametrize(
    "given",
    [
        {"code": 502},
        {"code": "503"},
        {"code": 429},
        {"code": "rate_limit_exceeded"},
        {"type": "overloaded_error"},
    ],
)
async def test_a_passing_error_is_tried_again_only_before_the_first_word(
    gateway: Gateway, scripted: ScriptedGateway, given: dict[str, Any]
) -> None:
    failed = frame({"error": {"message": "provider_unavailable", **given}})
    scripted.answers(Reply.sse(failed), Reply.sse(text("hi"), stop()))
    assert [type(event) for event in await events_of(gateway)] == [Waiting, Text, End]
    scripted.requests.clear()
    scripted.answers(Reply.sse(text("Hel"), failed), Reply.sse(text("hi"), stop()))
    events, error = await failure_of(gateway)
    assert (events, error.code, len(scripted.requests)) == ([Text("Hel")], "gateway_failed", 1)


async def test_a_reason_of_error_is_an_error(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(Reply.sse(text("Hel"), stop("error")))
    events, error = await failure_of(gateway)
    assert (events, error.code) == ([Text("Hel")], "gateway_failed")


# Stopping


async def test_closing_the_iterator_closes_the_request_at_once(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(Reply.sse(text("Hel"), hold()))
    stream = gateway.stream(model="m", messages=[{"role": "user", "content": "x"}], tools=[])
    assert await anext(stream) == Text("Hel")
    await stream.aclose()
    await scripted.requests[0].client_gone(1)


@pytest.mark.parametrize("pieces", [(hold(),), (text("Hel"), hold()), (chunk({}, "stop"), hold())])
async def test_cancelling_the_task_closes_the_request_at_once(
    gateway: Gateway, scripted: ScriptedGateway, pieces: tuple[bytes | Step, ...]
) -> None:
    scripted.answers(Reply.sse(*pieces))
    task = asyncio.create_task(events_of(gateway))
    request = await scripted.request()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await request.client_gone(1)


async def test_what_the_gateway_sends_after_a_stop_is_not_read(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(Reply.sse(text("Hel"), *[text("x" * 100_000)] * 1000, stop()))
    stream = gateway.stream(model="m", messages=[{"role": "user", "content": "x"}], tools=[])
    await anext(stream)
    await stream.aclose()
    await scripted.requests[0].client_gone(1)
    await asyncio.wait_for(scripted.requests[0].finished.wait(), 2)
    assert scripted.requests[0].sent < 100_000 * 1000
