"""Texts as vectors, whatever form a gateway gives them."""

import asyncio
import base64
import struct
from collections.abc import Callable
from typing import Any

import pytest

from app.gateway import Gateway, GatewayError, Limits, embeds
from app.settings import Settings
from tests.gateway.conftest import dead_port
from tests.gateway.scripted import Reply, ScriptedGateway, hold

A, B = [1.0, 0.0, -0.5], [0.25, 2.0, 0.0]


def packed(vector: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def item(vector: Any, index: Any = None) -> dict[str, Any]:
    return {"object": "embedding", "embedding": vector} | ({} if index is None else {"index": index})


@pytest.mark.parametrize(
    "body",
    [
        {"object": "list", "data": [item(A, 0), item(B, 1)], "usage": {"prompt_tokens": 2}},
        {"data": [item(packed(A), 0), item(packed(B), 1)]},
        {"data": [item(B, 1), item(A, 0)]},
        {"data": [item(A), item(B)]},
        {"data": [item(A, 0), item(B, 0)]},
        {"data": [item(A, "x"), item(B, True)]},
        {"error": None, "data": [item([1, 0, -0.5]), item(B)]},
        {"embeddings": [A, B]},
        [{"index": 1, "embedding": [B]}, {"index": 0, "embedding": [A]}],
    ],
)
async def test_vectors_come_in_the_order_of_the_texts(
    scripted: ScriptedGateway, gateway: Gateway, body: Any
) -> None:
    scripted.embeddings = lambda _: Reply.body(body)
    assert await gateway.embed("mini", ["a", "b"]) == [A, B]
    assert scripted.embedding_requests[0].json == {"model": "mini", "input": ["a", "b"]}
    assert gateway.offers_embeddings is True


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "text",
        {"data": None},
        {"data": [item(A)]},
        {"data": [item(A), item(B), item(A)]},
        {"data": [item(A), item([1.0])]},
        {"data": [item([]), item([])]},
        {"data": [item(["1"]), item(["2"])]},
        {"data": [item([True]), item([False])]},
        {"data": [item([None]), item([1])]},
        {"data": [item([1e39]), item([1])]},
        {"data": [item("no base64!"), item("AAAA")]},
        {"data": [item({"a": 1}), item(B)]},
        {"data": ["vector", 7]},
        {"data": [item([0.0] * 16_001), item([0.0] * 16_001)]},
        b"not json",
        b'{"data": [{"embedding": [NaN]}, {"embedding": [1]}]}',
    ],
)
async def test_what_is_no_answer_to_the_texts_is_refused_in_words(
    scripted: ScriptedGateway, gateway: Gateway, body: Any
) -> None:
    scripted.embeddings = lambda _: Reply.body(body)
    with pytest.raises(GatewayError) as failed:
        await gateway.embed("mini", ["a", "b"])
    assert failed.value.code == "bad_response"
    assert len(failed.value.message) > 20


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_a_gateway_without_embeddings_is_known_as_one(
    scripted: ScriptedGateway, gateway: Gateway, status: int
) -> None:
    scripted.embeddings = lambda _: Reply.body({"detail": "Not Found"}, status)
    assert gateway.offers_embeddings is None
    with pytest.raises(GatewayError, match="offers no embeddings") as failed:
        await gateway.embed("mini", ["a"])
    assert failed.value.code == "not_offered"
    assert gateway.offers_embeddings is False


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (
            404,
            {"error": {"code": "model_not_found", "message": "The model `mini` does not exist"}},
            "unknown_model",
        ),
        (401, {"error": {"message": "bad key"}}, "unauthorized"),
        (429, {"error": {"message": "slow down"}}, "gateway_busy"),
        (503, b"<html><title>gone</title></html>", "gateway_busy"),
        (400, {"error": {"message": "maximum context length is 512 tokens"}}, "context_overflow"),
        (200, {"error": {"message": "overloaded"}}, "gateway_failed"),
    ],
)
async def test_a_refusal_is_told_at_once(
    scripted: ScriptedGateway, gateway: Gateway, status: int, body: Any, code: str
) -> None:
    scripted.embeddings = lambda _: Reply.body(body, status)
    with pytest.raises(GatewayError) as failed:
        await gateway.embed("mini", ["a"])
    assert failed.value.code == code
    assert len(scripted.embedding_requests) == 1, "asking again is left to the caller"


async def test_a_key_in_the_reply_is_not_told(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    gateway: Gateway = await make_gateway(scripted.url, key="a-long-secret-key")
    scripted.embeddings = lambda _: Reply.body({"error": {"message": "a-long-secret-key is no key"}}, 400)
    with pytest.raises(GatewayError) as failed:
        await gateway.embed("mini", ["a"])
    assert "a-long-secret-key" not in failed.value.message


async def test_silence_and_absence_end_the_request(make_gateway: Callable[..., Any]) -> None:
    async with ScriptedGateway() as silent:
        silent.embeddings = lambda _: Reply.sse(hold())
        gateway: Gateway = await make_gateway(silent.url, limits=Limits(embeddings=0.1))
        with pytest.raises(GatewayError, match="did not answer in time"):
            await gateway.embed("mini", ["a"])
        await silent.embedding_requests[0].client_gone()
    with dead_port() as port:
        nobody: Gateway = await make_gateway(f"http://127.0.0.1:{port}/v1")
        with pytest.raises(GatewayError) as failed:
            await nobody.embed("mini", ["a"])
    assert failed.value.code == "gateway_unreachable"


async def test_cancelling_closes_the_request(scripted: ScriptedGateway, gateway: Gateway) -> None:
    scripted.embeddings = lambda _: Reply.sse(hold())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await gateway.embed("mini", ["a"])
    await scripted.embedding_requests[0].client_gone()


async def test_text_that_no_wire_takes_is_replaced(scripted: ScriptedGateway, gateway: Gateway) -> None:
    scripted.embeddings = lambda _: Reply.body({"data": [item(A)]})
    await gateway.embed("mini", ["a\x00b\ud800"])
    assert scripted.embedding_requests[0].json["input"] == ["a\ufffdb\ufffd"]


async def test_the_demo_model_offers_no_embeddings() -> None:
    with dead_port() as port:
        gateway = Gateway(Settings.model_validate({}), default_url=f"http://127.0.0.1:{port}/v1")
        await gateway.start()
        try:
            assert gateway.is_demo
            assert gateway.offers_embeddings is False
            with pytest.raises(GatewayError) as failed:
                await gateway.embed("demo", ["a"])
        finally:
            await gateway.close()
    assert failed.value.code == "not_offered"


@pytest.mark.parametrize(
    ("name", "does"),
    [
        ("text-embedding-3-small", True),
        ("nomic-embed-text", True),
        ("BAAI/bge-m3", True),
        ("all-minilm:l6-v2", True),
        ("gpt-5", False),
        ("bge-reranker-v2", False),
        ("demo", False),
    ],
)
def test_a_name_says_whether_its_model_embeds(name: str, does: bool) -> None:
    assert embeds(name) is does
