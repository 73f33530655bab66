"""A scripted gateway, and popagent's own gateway pointed at it."""

import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from app.gateway import End, Event, Gateway, GatewayError
from app.gateway.patience import Patience
from app.settings import Settings
from tests.gateway.scripted import ScriptedGateway

HELLO = [{"role": "user", "content": "hello"}]
#: Waits short enough for a test, in the same shape as the real ones.
QUICK = Patience(busy=(0.01, 0.01, 0.01), connect=(0.01, 0.01))


@contextlib.contextmanager
def dead_port() -> Iterator[int]:
    """A loopback port on which nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@contextlib.contextmanager
def full_port(host: str = "127.0.0.1", port: int = 0) -> Iterator[int]:
    """A loopback port that takes no connection and refuses none."""
    with contextlib.ExitStack() as stack:
        full = stack.enter_context(socket.socket())
        full.bind((host, port))
        full.listen(0)
        for _ in range(3):
            filler = stack.enter_context(socket.socket())
            filler.setblocking(False)
            filler.connect_ex(full.getsockname())
        yield full.getsockname()[1]


def settings(**values: Any) -> Settings:
    """Settings with these variables of the environment."""
    return Settings.model_validate(values)


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedGateway]:
    """A gateway whose answers the test writes."""
    async with ScriptedGateway() as gateway:
        yield gateway


@pytest.fixture
async def make_gateway() -> AsyncIterator[Callable[..., Any]]:
    """Start a Gateway for a URL; it is closed after the test."""
    made: list[Gateway] = []

    async def make(url: str, key: str | None = None, **options: Any) -> Gateway:
        values = {"NINEROUTER_URL": url} | ({"NINEROUTER_API_KEY": key} if key else {})
        gateway = Gateway(settings(**values), **{"patience": QUICK, **options})
        made.append(gateway)
        await gateway.start()
        return gateway

    yield make
    for gateway in made:
        await gateway.close()


@pytest.fixture
async def gateway(scripted: ScriptedGateway, make_gateway: Callable[..., Any]) -> Gateway:
    """Popagent's gateway, speaking to the scripted one."""
    made: Gateway = await make_gateway(scripted.url)
    return made


async def failure_of(gateway: Gateway) -> tuple[list[Event], GatewayError]:
    """The events before the error of a call that must fail, and the error."""
    events: list[Event] = []
    try:
        async for event in gateway.stream(model="m", messages=HELLO, tools=[]):
            events.append(event)
    except GatewayError as error:
        assert not any(isinstance(event, End) for event in events)
        return events, error
    raise AssertionError(f"the call did not fail: {events}")


async def events_of(
    gateway: Gateway, messages: list[dict[str, Any]] = HELLO, tools: list[dict[str, Any]] | None = None
) -> list[Event]:
    """All events of one call."""
    return [event async for event in gateway.stream(model="m", messages=messages, tools=tools or [])]
