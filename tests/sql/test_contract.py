"""Runs every `tests/sql/<room>/<function>.sql` in a transaction of its own that is rolled back."""

from pathlib import Path

import psycopg
import pytest

from tests.support import Cluster

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.sql"))


@pytest.fixture(scope="module", params=["cluster", "oldest_cluster"], ids=["newest", "oldest"])
def database(request: pytest.FixtureRequest):
    cluster: Cluster = request.getfixturevalue(request.param)
    with cluster.database() as dsn:
        yield dsn


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}.{file.stem}")
def test_the_function_keeps_its_contract(database: str, file: Path) -> None:
    with psycopg.connect(database) as connection:
        connection.execute(file.read_text(encoding="utf-8"))
        connection.rollback()
