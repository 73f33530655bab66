"""A server before a gateway that sends what a test tells it to."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.embedded import Dsns
from tests.gateway.scripted import ScriptedGateway
from tests.jobs.embedding import Look
from tests.support import Served, serve, settings


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with ScriptedGateway() as scripted:
        yield scripted


@pytest.fixture
async def chat(dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path) -> AsyncIterator[Served]:
    """A running server whose gateway is `gateway`."""
    async with serve(settings(tmp_path, NINEROUTER_URL=gateway.url), dsns) as running:
        yield running


@pytest.fixture
def look(dsns: Dsns) -> Iterator[Look]:
    found = Look(dsns.application)
    yield found
    found.db.close()
