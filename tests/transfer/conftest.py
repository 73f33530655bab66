"""Databases to export from and to import into."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.cli.helpers import Popagent
from tests.support import Cluster
from tests.transfer.everything import fill


@pytest.fixture
def full(cluster: Cluster) -> Iterator[str]:
    """A database with everything in it."""
    with cluster.database() as dsn:
        with psycopg.connect(dsn) as connection:
            fill(connection)
        yield dsn


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[str]:
    """A database as it is at the first start."""
    with cluster.database() as dsn:
        yield dsn


@pytest.fixture
def popagent(tmp_path: Path) -> Popagent:
    """The command line, with a data directory of its own."""
    return Popagent(tmp_path / "data", tmp_path)
