"""What is asked again, after how long, and what never is."""

import asyncio
import socket
import time
from collections.abc import Callable
from email.utils import formatdate
from typing import Any

import pytest

from app.gateway import End, Gateway, Limits, Text, Waiting
from app.gateway.faults import from_reply, is_overflow
from app.gateway.patience import Patience
from tests.gateway.conftest import HELLO, QUICK, dead_port, events_of, failure_of, full_port
from tests.gateway.scripted import Reply, ScriptedGateway, hold, refuse, stop, text

GOOD = Reply.sse(text("hi"), stop())


def refusal(status: int, message: str = "no", headers: dict[str, str] | None = None, **error: Any) -> Reply:
    """An OpenAI-style error."""
    reply = Reply.body({"error": {"message": message, **error}}, status)
    reply.headers.update(headers or {})
    return reply


async def first_wait(gateway: Gateway) -> float:
    """The first announced wait, in seconds; it is not waited for."""
    stream = gateway.stream(model="m", messages=HELLO, tools=[])
    event = await anext(stream)
    await stream.aclose()
    assert isinstance(event, Waiting)
    return event.seconds


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 529, 408])
async def test_a_busy_gateway_is_asked_again_and_the_wait_is_told(
    gateway: Gateway, scripted: ScriptedGateway, status: int
) -> None:
    scripted.answers(refusal(status, "too busy"), refusal(status), GOOD)
    events = await events_of(gateway)
    assert [type(event) for event in events] == [Waiting, Waiting, Text, End]
    assert isinstance(events[0], Waiting)
    assert "too busy" in events[0].reason
    assert str(status) in events[0].reason


async def test_a_gateway_that_stays_busy_is_an_error_in_the_end(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(refusal(503, "still down"))
    events, error = await failure_of(gateway)
    assert (error.code, error.status) == ("gateway_busy", 503)
    assert "still down" in error.message
    assert len(scripted.requests) == len(QUICK.busy) + 1
    assert len(events) == len(QUICK.busy)


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 405, 409, 413, 422, 501])
async def test_a_refused_request_is_sent_exactly_once(
    gateway: Gateway, scripted: ScriptedGateway, status: int
) -> None:
    scripted.answers(refusal(status, "bad parameter"))
    events, error = await failure_of(gateway)
    assert (events, len(scripted.requests), error.status) == ([], 1, status)
    assert "bad parameter" in error.message


async def test_a_used_up_quota_is_not_waited_for(gateway: Gateway, scripted: ScriptedGateway) -> None:
    scripted.answers(refusal(429, "You exceeded your current quota", code="insufficient_quota"))
    events, error = await failure_of(gateway)
    assert (events, error.code) == ([], "gateway_refused")


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("3", 3.0),
        ("2.5", 2.5),
        ("99999", 30.0),
        ("inf", 30.0),
        ("-5", 1.0),
        ("0", 1.0),
        ("abc", 1.0),
        ("nan", 1.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 1.0),
        ("Wed, 21 Oct 9999 07:28:00 GMT", 30.0),
        ("99 Foo", 1.0),
    ],
)
async def test_the_gateway_says_how_long_to_wait(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any], given: str, seconds: float
) -> None:
    gateway = await make_gateway(scripted.url, patience=Patience())
    scripted.answers(refusal(429, headers={"retry-after": given}))
    assert await first_wait(gateway) == seconds


async def test_a_date_says_how_long_to_wait(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    gateway = await make_gateway(scripted.url, patience=Patience())
    scripted.answers(refusal(503, headers={"retry-after": formatdate(time.time() + 10, usegmt=True)}))
    assert 7 < await first_wait(gateway) <= 10


async def test_a_delay_in_the_body_counts(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    gateway = await make_gateway(scripted.url, patience=Patience())
    scripted.answers(refusal(429, details=[{"@type": "RetryInfo", "retryDelay": "7s"}]))
    assert await first_wait(gateway) == 7


async def test_all_waits_of_a_call_have_one_budget(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    patience = Patience(busy=(0.01,) * 50, longest=0.03, budget=0.07)
    gateway = await make_gateway(scripted.url, patience=patience)
    scripted.answers(refusal(429, headers={"retry-after": "60"}))
    events, error = await failure_of(gateway)
    waits = [event.seconds for event in events if isinstance(event, Waiting)]
    assert waits == pytest.approx([0.03, 0.03, 0.01])
    assert error.code == "gateway_busy"


async def test_stopping_while_waiting_takes_effect_at_once(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    gateway = await make_gateway(scripted.url, patience=Patience())
    scripted.answers(refusal(429, headers={"retry-after": "30"}))
    waiting = asyncio.Event()

    async def ask() -> None:
        async for event in gateway.stream(model="m", messages=HELLO, tools=[]):
            assert isinstance(event, Waiting)
            waiting.set()

    task = asyncio.create_task(ask())
    await asyncio.wait_for(waiting.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 1)
    assert len(scripted.requests) == 1


# A server that wants the request in another form


async def test_a_server_that_refuses_stream_options_is_asked_without_them_from_then_on(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(refusal(400, "Unrecognized request argument supplied: stream_options"), GOOD)
    assert [type(event) for event in await events_of(gateway)] == [Text, End]
    await events_of(gateway)
    assert ["stream_options" in request.json for request in scripted.requests] == [True, False, False]


async def test_a_server_that_keeps_complaining_is_asked_twice_only(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(refusal(400, "stream_options and reasoning_content are wrong"))
    _, error = await failure_of(gateway)
    assert error.code == "gateway_refused"
    assert len(scripted.requests) == 3


async def test_reasoning_goes_back_only_to_a_server_that_asks_for_it(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    asked = {"id": "c1", "type": "function", "function": {"name": "t", "arguments": "{}"}}
    messages = [
        *HELLO,
        {"role": "assistant", "content": None, "tool_calls": [asked], "reasoning_content": "hm"},
        {"role": "tool", "tool_call_id": "c1", "content": "done"},
    ]
    await events_of(gateway, messages)
    assert "reasoning_content" not in scripted.requests[0].json["messages"][1]
    scripted.answers(refusal(400, "Missing `reasoning_content` field in the assistant message"), GOOD)
    assert [type(event) for event in await events_of(gateway, messages)] == [Text, End]
    assert scripted.requests[2].json["messages"][1]["reasoning_content"] == "hm"
    await events_of(gateway, messages)
    assert scripted.requests[3].json["messages"][1]["reasoning_content"] == "hm"


async def test_no_output_limit_is_sent(gateway: Gateway, scripted: ScriptedGateway) -> None:
    await events_of(gateway)
    assert set(scripted.requests[0].json) == {"model", "messages", "stream", "stream_options"}


# Which refusal it is


OVERFLOWS = [
    (
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        {},
    ),
    ("too much", {"code": "context_length_exceeded"}),
    ("request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it", {}),
    ("too much", {"type": "exceed_context_size_error"}),
    ("The decoder prompt (length 9000) is longer than the maximum model length of 8192.", {}),
    ("You passed 9001 input tokens. However, the model's context length is only 8192 tokens.", {}),
    ("the input length exceeds the context length", {}),
    ("input length exceeds maximum context length", {}),
    ("Trying to keep the first 9000 tokens when context the overflows.", {}),
    ("The number of tokens to keep from the initial prompt is greater than the context length", {}),
    ("prompt is too long: 201234 tokens > 200000 maximum", {}),
    ("The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).", {}),
    (
        "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        {},
    ),
    ("This model's maximum prompt length is 131072 but the request contains 140000 tokens.", {}),
]
NO_OVERFLOWS = [
    "Invalid value for 'context'.",
    "The context of this request is missing.",
    "context_length must be an integer",
    "Request too large for model in organization on tokens per minute (TPM): Limit 6000, Requested 7000",
    "deadline exceeded in this context",
    "messages[3].content is too long",
    "Unknown parameter: maximum_context",
]


@pytest.mark.parametrize(("message", "given"), OVERFLOWS)
async def test_a_conversation_too_long_is_recognised(
    gateway: Gateway, scripted: ScriptedGateway, message: str, given: dict[str, Any]
) -> None:
    scripted.answers(refusal(400, message, **given))
    _, error = await failure_of(gateway)
    assert error.code == "context_overflow"
    assert from_reply({"message": message, **given}).error.code == "context_overflow"


@pytest.mark.parametrize("message", NO_OVERFLOWS)
@pytest.mark.parametrize("status", [400, 413, 422])
async def test_the_word_context_alone_is_no_overflow(
    gateway: Gateway, scripted: ScriptedGateway, message: str, status: int
) -> None:
    scripted.answers(refusal(status, message))
    _, error = await failure_of(gateway)
    assert error.code == "gateway_refused"
    assert not is_overflow({"message": message}, message)


@pytest.mark.parametrize(
    ("status", "message", "code", "expected"),
    [
        (401, "bad key", "invalid_api_key", "unauthorized"),
        (403, "not allowed", None, "unauthorized"),
        (
            404,
            "The model `x` does not exist or you do not have access to it.",
            "model_not_found",
            "unknown_model",
        ),
        (404, "model 'x' not found, try pulling it first", None, "unknown_model"),
        (400, "x is not a valid model ID", None, "unknown_model"),
        (404, "Not Found", None, "gateway_refused"),
        (400, "'messages' must alternate", None, "gateway_refused"),
    ],
)
async def test_refusals_have_stable_codes(
    gateway: Gateway, scripted: ScriptedGateway, status: int, message: str, code: str | None, expected: str
) -> None:
    scripted.answers(refusal(status, message, code=code))
    _, error = await failure_of(gateway)
    assert (error.code, error.status) == (expected, status)
    assert message in error.message


async def test_a_missing_key_is_told_by_the_name_of_its_variable(
    gateway: Gateway, scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    scripted.answers(refusal(401))
    _, error = await failure_of(gateway)
    assert "NINEROUTER_API_KEY" in error.message
    _, error = await failure_of(await make_gateway(scripted.url, key="sk-wrong"))
    assert "refused the key" in error.message


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "why"}},
        {"error": "why"},
        {"detail": "why"},
        {"message": "why"},
        [{"error": {"message": "why"}}],
        {"error": {"message": "Provider returned error", "metadata": {"raw": "why"}}},
        {"detail": [{"loc": ["body"], "msg": "why"}]},
        b"why",
        b"<html><head><title>why</title></head><body>much more</body></html>",
    ],
)
async def test_the_providers_reason_is_told_whatever_its_form(
    gateway: Gateway, scripted: ScriptedGateway, body: Any
) -> None:
    scripted.answers(Reply.body(body, 400))
    _, error = await failure_of(gateway)
    assert "why" in error.message
    assert "<" not in error.message


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b"{}", b"[[1]]", b'{"error": null}', b"\xff\xfe", b"[" * 100_000]
)
async def test_a_refusal_without_a_reason_is_still_an_error(
    gateway: Gateway, scripted: ScriptedGateway, body: bytes
) -> None:
    scripted.answers(Reply.body(body, 400))
    _, error = await failure_of(gateway)
    assert error.code == "gateway_refused"
    assert len(error.message) <= 500


# No gateway at all


async def test_a_gateway_that_is_down_is_named_with_its_host_and_port(
    make_gateway: Callable[..., Any],
) -> None:
    with dead_port() as port:
        gateway = await make_gateway(f"http://127.0.0.1:{port}/v1")
        events, error = await failure_of(gateway)
        assert (error.code, gateway.is_demo) == ("gateway_unreachable", False)
        assert f"127.0.0.1:{port} refused the connection" in error.message
        assert "NINEROUTER_URL" in error.message
        assert [type(event) for event in events] == [Waiting] * len(QUICK.connect)


async def test_a_gateway_that_comes_up_meanwhile_answers(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        gateway = await make_gateway(f"http://127.0.0.1:{port}/v1")
        stream = gateway.stream(model="m", messages=HELLO, tools=[])
        assert isinstance(await anext(stream), Waiting)
    async with ScriptedGateway(port=port):
        assert [type(event) async for event in stream][-2:] == [Text, End]


async def test_a_gateway_that_does_not_take_the_connection_timed_out(
    make_gateway: Callable[..., Any],
) -> None:
    with full_port() as port:
        gateway = await make_gateway(f"http://127.0.0.1:{port}/v1", limits=Limits(connect=0.1))
        _, error = await failure_of(gateway)
    assert error.code == "gateway_unreachable"
    assert f"127.0.0.1:{port} did not answer in time" in error.message


async def test_a_name_that_does_not_resolve_is_told(make_gateway: Callable[..., Any]) -> None:
    gateway = await make_gateway("http://gateway.invalid:1234/v1")
    _, error = await failure_of(gateway)
    assert "gateway.invalid:1234 has a name that cannot be resolved" in error.message


@pytest.mark.parametrize("inside", [True, False])
async def test_inside_a_container_the_host_is_hinted_at(
    make_gateway: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Any, inside: bool
) -> None:
    mark = tmp_path / "dockerenv"
    if inside:
        mark.touch()
    monkeypatch.setattr("app.gateway.route._CONTAINER_MARK", mark)
    with dead_port() as port:
        gateway = await make_gateway(f"http://127.0.0.1:{port}/v1")
        _, error = await failure_of(gateway)
    assert (f"host.docker.internal:{port}" in error.message) is inside


async def test_a_connection_closed_without_an_answer_is_tried_again(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(refuse(), GOOD)
    assert [type(event) for event in await events_of(gateway)] == [Waiting, Text, End]
    scripted.answers(refuse())
    _, error = await failure_of(gateway)
    assert error.code == "gateway_unreachable"


async def test_nothing_is_asked_again_after_the_first_word(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(Reply.sse(text("Hel"), hold()), GOOD)
    stream = gateway.stream(model="m", messages=HELLO, tools=[])
    assert await anext(stream) == Text("Hel")
    scripted.requests[0].connection.transport.abort()
    assert [event async for event in stream] == [End("interrupted")]
    assert len(scripted.requests) == 1
