"""Throw-away servers, one of each PostgreSQL per test process, and fresh databases on them."""

import os
import shutil
import tempfile
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


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes share the tests: one more for two processors, as servers that stop are waited for."""
    return (os.cpu_count() or 1) * 3 // 2


#: Where a throw-away server is quickest: making a database writes some three hundred files.
_MEMORY = Path("/dev/shm")
_ROOM = 4 * 2**30


@pytest.fixture(scope="session")
def quick_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory where there is room for it, else on the disk."""
    if not _MEMORY.is_dir() or shutil.disk_usage(_MEMORY).free < _ROOM:
        yield tmp_path_factory.mktemp("quick")
        return
    for left in _MEMORY.glob("popagent-tests-*"):  # by a run that was killed
        if not Path("/proc", left.name.split("-")[2]).exists():
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=f"popagent-tests-{os.getpid()}-", dir=_MEMORY, ignore_cleanup_errors=True
    ) as folder:
        Path(folder).chmod(0o755)  # as root, PostgreSQL runs as somebody else
        yield Path(folder)


@pytest.fixture(scope="session")
def cluster(quick_folder: Path) -> Iterator[Cluster]:
    """The server that popagent brings along."""
    lent = Cluster(quick_folder / "pg")
    yield lent
    lent.stop()


@pytest.fixture(scope="session")
def oldest_cluster(quick_folder: Path) -> Iterator[Cluster]:
    """PostgreSQL 15, the oldest that is supported."""
    try:
        programs = binaries(15)
    except BinariesError as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))
    lent = Cluster(quick_folder / "pg15", programs)
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
