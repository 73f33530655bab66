"""Throw-away servers, one of each PostgreSQL per test process, and fresh databases on them."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from app.binaries import BinariesError, binaries
from app.embedded import Dsns
from tests.support import Cluster, Served, serve, settings

# How long it takes to think of an example, and to try it, depends on what else the machine does.
hypothesis_settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("any machine")


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The server that popagent brings along."""
    lent = Cluster(tmp_path_factory.mktemp("pg"))
    yield lent
    lent.stop()


@pytest.fixture(scope="session")
def oldest_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """PostgreSQL 15, the oldest that is supported."""
    try:
        programs = binaries(15)
    except BinariesError as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))
    lent = Cluster(tmp_path_factory.mktemp("pg15"), programs)
    yield lent
    lent.stop()


@pytest.fixture(params=["cluster", "oldest_cluster"], ids=["newest", "oldest"])
def each_cluster(request: pytest.FixtureRequest) -> Cluster:
    """Every supported PostgreSQL in turn."""
    lent: Cluster = request.getfixturevalue(request.param)
    return lent


@pytest.fixture
def dsns(cluster: Cluster) -> Iterator[Dsns]:
    """Fresh migrated databases."""
    with cluster.databases() as lent:
        yield lent


@pytest.fixture
async def server(dsns: Dsns, tmp_path: Path) -> AsyncIterator[Served]:
    """A running server with the demo model."""
    async with serve(settings(tmp_path), dsns) as running:
        yield running
