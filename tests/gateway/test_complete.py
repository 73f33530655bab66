"""An answer in one piece, whatever the gateway makes of the wish."""

import asyncio
from collections.abc import Callable

import pytest

from app.gateway import Gateway, GatewayError
from tests.gateway.conftest import HELLO
from tests.gateway.scripted import DONE, Reply, ScriptedGateway, chunk, cut, hold, stop, text


def answered(content: object, reason: str = "stop") -> Reply:
    """A usual reply to a request without a stream."""
    message = {"role": "assistant", "content": content}
    return Reply.body({"choices": [{"index": 0, "message": message, "finish_reason": reason}]})


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (answered("A title"), "A title"),
        (answered([{"type": "text", "text": "A title"}]), "A title"),
        (answered("<think>Hm, tea.</think>\n\nA title"), "A title"),
        (answered("<think>Hm, tea, and no end of it"), ""),
        (answered(""), ""),
        (answered(None), ""),
        (answered("A ti", "length"), "A ti"),
        (Reply.body({"choices": []}), ""),
        (Reply.sse(text("A "), text("title"), stop()), "A title"),
        (Reply.sse(chunk({"reasoning_content": "Hm."}), text("A title"), stop()), "A title"),
        (Reply.sse(DONE), ""),
        (Reply.body({"choices": [{"message": {"content": "A title"}}]}, content_type="text/event-stream"), "A title"),
    ],
    ids=[
        "usual", "parts", "think", "only think", "empty", "null",
        "cut off", "no choices", "stream", "reasoning", "empty stream", "label",
    ],
)  # fmt: skip
async def test_the_text_is_understood_in_whatever_form_it_comes(
    gateway: Gateway, scripted: ScriptedGateway, reply: Reply, said: str
) -> None:
    scripted.completion = lambda _: reply
    assert await gateway.complete(model="m", messages=HELLO) == said
    (asked,) = scripted.completion_requests
    assert asked.json == {"model": "m", "messages": HELLO, "stream": False}


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply.sse(text("A ti"), cut()), "gateway_failed"),
        (Reply.sse(text("A ti")), "gateway_failed"),
        (Reply.body(b'{"choices": [{"message": {"cont'), "bad_response"),
        (Reply.body({"error": {"message": "no credit"}}), "gateway_failed"),
        (Reply.body({"error": {"message": "no credit"}}, 402), "gateway_refused"),
        (Reply.body(b"<html>", content_type="text/html"), "bad_response"),
    ],
    ids=["cut", "no end", "half", "error inside", "refused", "page"],
)
async def test_half_an_answer_and_none_are_errors(
    gateway: Gateway, scripted: ScriptedGateway, reply: Reply, code: str
) -> None:
    scripted.completion = lambda _: reply
    with pytest.raises(GatewayError) as failed:
        await gateway.complete(model="m", messages=HELLO)
    assert failed.value.code == code


async def test_a_busy_gateway_is_asked_again(gateway: Gateway, scripted: ScriptedGateway) -> None:
    replies = [Reply.body({"error": "busy"}, 503), answered("A title")]
    scripted.completion = lambda _: replies.pop(0)
    assert await gateway.complete(model="m", messages=HELLO) == "A title"


async def test_cancelling_closes_the_request(
    scripted: ScriptedGateway, make_gateway: Callable[..., Gateway]
) -> None:
    gateway = await make_gateway(scripted.url)
    arrived = asyncio.Event()

    def late(_: object) -> Reply:
        arrived.set()
        return Reply.sse(text("A "), hold())

    scripted.completion = late
    asking = asyncio.create_task(gateway.complete(model="m", messages=HELLO))
    await arrived.wait()
    asking.cancel()
    await scripted.completion_requests[0].client_gone(2)
