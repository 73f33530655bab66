"""Which gateway is asked, and what its address may look like."""

import asyncio
import base64
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.gateway import Gateway, Text
from app.gateway.address import parse
from app.settings import Settings
from tests.gateway.conftest import HELLO, QUICK, dead_port, events_of, settings
from tests.gateway.scripted import Reply, ScriptedGateway


@contextlib.asynccontextmanager
async def running(chosen: Settings, **options: Any) -> AsyncIterator[Gateway]:
    gateway = Gateway(chosen, **{"patience": QUICK, **options})
    await gateway.start()
    try:
        yield gateway
    finally:
        await gateway.close()


async def test_the_configured_gateway_is_used_even_when_it_is_down(scripted: ScriptedGateway) -> None:
    with dead_port() as port:
        url = f"http://127.0.0.1:{port}/v1"
        async with running(settings(NINEROUTER_URL=url), default_url=scripted.url) as gateway:
            assert (gateway.is_demo, gateway.url_for_people) == (False, url)
            found = await gateway.catalogue()
            assert not found.complete
            assert f"127.0.0.1:{port} refused" in str(found.warning)
    assert scripted.model_requests == []


@pytest.mark.parametrize(
    "models",
    [Reply.body({"data": [{"id": "m"}]}), Reply.body({"data": []}), Reply.body({"error": "key"}, 401)],
)
async def test_the_default_address_is_used_when_a_gateway_answers_there(
    scripted: ScriptedGateway, models: Reply
) -> None:
    scripted.models = models
    async with running(settings(), default_url=scripted.url) as gateway:
        assert (gateway.is_demo, gateway.url_for_people) == (False, scripted.url)
        await events_of(gateway)
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    "models", [Reply.body(b"<html>"), Reply.body({"x": 1}), Reply.body({}, 404), Reply.body({}, 500)]
)
async def test_something_else_at_the_default_address_is_no_gateway(
    scripted: ScriptedGateway, models: Reply
) -> None:
    scripted.models = models
    async with running(settings(), default_url=scripted.url) as gateway:
        assert gateway.is_demo


async def test_the_demo_model_answers_until_a_gateway_does() -> None:
    with dead_port() as port:
        chosen = settings()
        gateway = Gateway(chosen, default_url=f"http://127.0.0.1:{port}/v1", ask_again=0.01)
        await gateway.start()
    try:
        assert gateway.is_demo
        assert (await gateway.catalogue()).models == ["demo"]
        stream = gateway.stream(model="demo", messages=[{"role": "user", "content": "count to 30"}], tools=[])
        assert isinstance(await anext(stream), Text)
        async with ScriptedGateway(port=port) as real:
            async with asyncio.timeout(5):
                while gateway.is_demo:
                    await asyncio.sleep(0.005)
            rest = [event async for event in stream]
            assert "30" in "".join(event.text for event in rest if isinstance(event, Text))
            assert (await gateway.catalogue()).models == ["m"]
            assert gateway.url_for_people == real.url
            await events_of(gateway)
            assert len(real.requests) == 1
    finally:
        await gateway.close()


async def test_the_key_goes_to_the_gateway_and_never_to_the_demo_model(scripted: ScriptedGateway) -> None:
    async with running(settings(NINEROUTER_API_KEY="sk-one"), default_url=scripted.url) as gateway:
        await events_of(gateway)
    assert scripted.requests[0].headers["authorization"] == "Bearer sk-one"


async def test_closing_leaves_no_task_and_no_connection(scripted: ScriptedGateway) -> None:
    before = asyncio.all_tasks()
    with dead_port() as port:
        async with running(settings(), default_url=f"http://127.0.0.1:{port}/v1") as gateway:
            assert [event async for event in gateway.stream(model="demo", messages=HELLO, tools=[])]
        async with running(settings(NINEROUTER_URL=scripted.url)) as gateway:
            await events_of(gateway)
    await scripted.requests[0].client_gone(2)
    ours = {task for task in asyncio.all_tasks() - before if "scripted" not in repr(task)}
    assert ours == set()


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://127.0.0.1:20128/v1", "http://127.0.0.1:20128/v1"),
        ("http://127.0.0.1:20128/v1/", "http://127.0.0.1:20128/v1"),
        ("http://127.0.0.1:20128", "http://127.0.0.1:20128/v1"),
        ("http://127.0.0.1:20128/", "http://127.0.0.1:20128/v1"),
        ("https://example.org/api/v1/chat/completions", "https://example.org/api/v1"),
        ("https://example.org/openai/models/", "https://example.org/openai"),
        ("https://u:p%40w@example.org/v1?key=x", "https://example.org/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ],
)
def test_an_address_may_be_written_in_many_ways(url: str, base: str) -> None:
    assert parse(url).base == base


async def test_credentials_and_query_of_the_address_go_with_every_request(scripted: ScriptedGateway) -> None:
    url = f"http://ada:p%40ss@127.0.0.1:{scripted.port}/v1?key=abc&tenant=7"
    async with running(settings(NINEROUTER_URL=url)) as gateway:
        await events_of(gateway)
        await gateway.catalogue()
    for request in (scripted.requests[0], scripted.model_requests[0]):
        assert request.path.partition("?")[2] == "key=abc&tenant=7"
        assert request.headers["authorization"] == "Basic " + base64.b64encode(b"ada:p@ss").decode()
    assert scripted.requests[0].path.startswith("/v1/chat/completions?")


async def test_a_proxy_of_the_environment_is_used_but_not_for_this_machine(
    scripted: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ScriptedGateway() as proxy:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        monkeypatch.delenv("no_proxy", raising=False)
        async with running(settings(NINEROUTER_URL=scripted.url)) as gateway:
            await events_of(gateway)
        assert (len(proxy.requests), len(scripted.requests)) == (0, 1)
        async with running(settings(NINEROUTER_URL="http://gateway.invalid/v1")) as gateway:
            await events_of(gateway)
        assert proxy.requests[0].path == "http://gateway.invalid/v1/chat/completions"


async def test_variables_meant_for_other_programs_do_not_change_requests(
    scripted: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, "http://canary")
    async with running(settings(NINEROUTER_URL=scripted.url)) as gateway:
        await events_of(gateway)
    assert "canary" not in str(scripted.requests[0].headers)
