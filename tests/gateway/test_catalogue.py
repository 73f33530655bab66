"""The model list, whatever a gateway makes of it."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from app.gateway import Catalogue, Gateway, GatewayError, Limits
from app.gateway.catalogue import parse
from tests.gateway.scripted import Reply, ScriptedGateway, hold


def listed(*entries: Any) -> dict[str, Any]:
    return {"object": "list", "data": list(entries)}


@pytest.mark.parametrize(
    "entry",
    [
        {"id": "m"},
        {"id": "m", "object": "model", "capabilities": None, "anything": {"else": []}},
        {"id": " m "},
        {"name": "m"},
        {"model": "m", "name": "M"},
        "m",
    ],
)
def test_missing_and_unknown_fields_do_no_harm(entry: Any) -> None:
    assert parse(listed(entry)) == Catalogue(["m"], {}, complete=True)


@pytest.mark.parametrize(
    "fields",
    [
        {"context_window": 8},
        {"context_length": 8},
        {"max_context_length": 8},
        {"max_model_len": 8},
        {"context_window": "8"},
        {"context_window": 8.0},
        {"meta": {"n_ctx_train": 8}},
        {"meta": {"n_ctx": 8, "n_ctx_train": 9}},
        {"top_provider": {"context_length": 8}},
        {"context_window": None, "context_length": 0, "max_model_len": 8},
    ],
)
def test_context_windows_are_found_under_any_usual_name(fields: dict[str, Any]) -> None:
    assert parse(listed({"id": "m", **fields})).context_windows == {"m": 8}


@pytest.mark.parametrize("value", [None, "", "8k", -1, 0, True, [], {}, float("inf"), "٨"])
def test_a_window_that_is_no_number_is_unknown(value: Any) -> None:
    assert parse(listed({"id": "m", "context_window": value, "meta": value})).context_windows == {}


@pytest.mark.parametrize("body", [{}, {"data": None}, {"data": "x"}, None, 7, "x", {"error": "no"}])
def test_no_list_is_an_error(body: Any) -> None:
    with pytest.raises(GatewayError, match="no model list"):
        parse(body)


@pytest.mark.parametrize("body", [{"data": []}, [], {"data": [{}]}])
def test_an_empty_list_is_not_complete_and_says_so(body: Any) -> None:
    found = parse(body)
    assert (found.models, found.complete) == ([], False)
    assert found.warning


def test_entries_that_are_no_models_are_left_out() -> None:
    entries = [None, 7, {}, {"id": None}, {"id": 7}, {"id": ""}, {"id": "x" * 300}, "m", "m", {"id": "m"}]
    assert parse(listed(*entries)).models == ["m"]


def test_other_lists_are_understood() -> None:
    assert parse({"models": [{"name": "m"}]}).models == ["m"]
    assert parse([{"id": "m"}]).models == ["m"]


def test_chat_models_come_first_in_the_gateways_order() -> None:
    other = [
        "text-embedding-3-small",
        "nomic-embed-text",
        "BAAI/bge-m3",
        "whisper-1",
        "gpt-4o-mini-tts",
        "tts-1",
        "bge-reranker-v2",
        "dall-e-3",
        "gpt-image-1",
        "black-forest-labs/FLUX.1-dev",
        "omni-moderation-latest",
        "sora-2",
    ]
    chat = ["z-model", "gpt-5", "a-model", "qwen3:8b", "o3", "claude-e50", "ttsukuba-7b"]
    assert parse(listed(*other, *chat)).models == chat + other
    assert parse(listed({"id": "b", "type": "embedding"}, {"id": "a", "type": "model"})).models == ["a", "b"]


# Through the socket


async def test_the_catalogue_is_kept_for_a_while(gateway: Gateway, scripted: ScriptedGateway) -> None:
    first = await gateway.catalogue()
    assert first == Catalogue(["m"], {"m": 1000}, complete=True)
    assert await gateway.catalogue() is first
    assert len(scripted.model_requests) == 1
    scripted.models = Reply.body(listed("n"))
    assert (await gateway.catalogue(fresh=True)).models == ["n"]


async def test_those_who_ask_at_once_share_one_request(gateway: Gateway, scripted: ScriptedGateway) -> None:
    found = await asyncio.gather(*[gateway.catalogue() for _ in range(20)])
    assert {tuple(one.models) for one in found} == {("m",)}
    assert len(scripted.model_requests) == 1


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply.body({"error": {"message": "Not Found"}}, 404), "404"),
        (Reply.body(b"<html><title>Welcome</title></html>", content_type="text/html"), "not JSON"),
        (Reply.body(b"<html><title>Welcome</title></html>", 502, content_type="text/html"), "Welcome"),
        (Reply.body({"error": "bad key"}, 401), "bad key"),
        (Reply.body({"object": "list"}), "no model list"),
        (Reply.body(b"[" * 100_000), "not JSON"),
    ],
)
async def test_a_catalogue_that_fails_is_a_warning(
    gateway: Gateway, scripted: ScriptedGateway, reply: Reply, told: str
) -> None:
    scripted.models = reply
    found = await gateway.catalogue()
    assert (found.models, found.complete) == ([], False)
    assert found.warning
    assert told in found.warning


async def test_the_last_good_list_is_kept_while_the_gateway_fails(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    await gateway.catalogue()
    for reply in (Reply.body({"error": "down"}, 503), Reply.body({"object": "list"})):
        scripted.models = reply
        found = await gateway.catalogue(fresh=True)
        assert (found.models, found.context_windows, found.complete) == (["m"], {"m": 1000}, False)
        assert found.warning


async def test_a_gateway_that_does_not_answer_holds_nobody_up_for_long(
    scripted: ScriptedGateway, make_gateway: Callable[..., Any]
) -> None:
    gateway = await make_gateway(scripted.url, limits=Limits(catalogue=0.1))
    scripted.models = Reply.sse(hold())
    found = await asyncio.wait_for(gateway.catalogue(), 3)
    assert f"127.0.0.1:{scripted.port} did not answer in time" in str(found.warning)
