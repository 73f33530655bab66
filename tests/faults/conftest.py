"""A scripted gateway, and a look into the database that workers share."""

from collections.abc import AsyncIterator, Iterator

import pytest

from app.embedded import Dsns
from tests.gateway.scripted import ScriptedGateway
from tests.jobs.embedding import Look, lists


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with ScriptedGateway() as scripted:
        lists(scripted, "chat")
        yield scripted


@pytest.fixture
def look(dsns: Dsns) -> Iterator[Look]:
    found = Look(dsns.application)
    yield found
    found.db.close()
