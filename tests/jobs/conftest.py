"""A gateway that embeds, and a look into the database that its workers fill."""

from collections.abc import AsyncIterator, Iterator

import pytest

from app.embedded import Dsns
from tests.gateway.scripted import ScriptedGateway
from tests.jobs.embedding import Look, embeds, lists


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with ScriptedGateway() as scripted:
        scripted.embeddings = embeds
        lists(scripted, "chat", "mini-embed")
        yield scripted


@pytest.fixture
def look(dsns: Dsns) -> Iterator[Look]:
    found = Look(dsns.application)
    yield found
    found.db.close()
