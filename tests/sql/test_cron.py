"""When a cron expression is due: contract data, and a model that walks every minute (contract T10)."""

import csv
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import Cluster

DATA = Path(__file__).resolve().parents[1] / "data" / "cron"


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module", params=["cluster", "oldest_cluster"], ids=["newest", "oldest"])
def db(request: pytest.FixtureRequest) -> Iterator[psycopg.Connection[Any]]:
    cluster: Cluster = request.getfixturevalue(request.param)
    with cluster.database() as dsn, psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("set time zone 'UTC'")
        yield connection


def runs(db: psycopg.Connection[Any], cron: str, zone: str, after: str, count: int) -> list[str]:
    found = db.execute("select due_at from task.next_runs(%s, %s, %s, %s)", [cron, zone, after, count])
    return [f"{at:%Y-%m-%dT%H:%M:%SZ}" for (at,) in found]


@pytest.mark.parametrize("row", rows("vectors.csv"), ids=lambda row: row["id"])
def test_a_schedule_is_due_when_everybody_says_so(db: psycopg.Connection[Any], row: dict[str, str]) -> None:
    wanted = row["runs"].split()
    assert runs(db, row["expression"], row["zone"], row["after"], len(wanted)) == wanted


@pytest.mark.parametrize("row", rows("clock_changes.csv"), ids=lambda row: row["id"])
def test_a_changed_clock_is_followed_as_debians_cron_does(
    db: psycopg.Connection[Any], row: dict[str, str]
) -> None:
    wanted = row["runs"].split()
    assert runs(db, row["expression"], row["zone"], row["after"], len(wanted)) == wanted


@pytest.mark.parametrize("row", rows("spellings.csv"), ids=lambda row: row["what"])
def test_what_is_disputed_is_refused_and_the_rest_is_taken(
    db: psycopg.Connection[Any], row: dict[str, str]
) -> None:
    cron = json.loads(row["expression"])
    wanted = row["runs"].split()
    if wanted:
        assert runs(db, cron, "UTC", row["after"], len(wanted)) == wanted
    else:
        with pytest.raises(psycopg.Error) as refused:
            runs(db, cron, "UTC", row["after"], 1)
        assert refused.value.sqlstate == "PT422", refused.value
        assert refused.value.diag.message_hint == "invalid_cron"
        assert str(refused.value.diag.message_primary).startswith(("The ", "A ", "This ", "Of "))


@pytest.mark.parametrize(
    "zone", ["FOO5", "utc+3", "PST", "Mars/Olympus", "", "America/Nowhere", "EST5", "x" * 200]
)
def test_what_is_no_time_zone_is_refused(db: psycopg.Connection[Any], zone: str) -> None:
    with pytest.raises(psycopg.Error) as refused:
        runs(db, "0 0 * * *", zone, "2026-01-01T00:00:00Z", 1)
    assert (refused.value.sqlstate, refused.value.diag.message_hint) == ("PT422", "invalid_time_zone")


# ---- A model of its own: it walks the minutes ----

ZONES = [
    "UTC", "America/New_York", "America/St_Johns", "America/Sao_Paulo", "America/Caracas", "America/Havana",
    "Europe/London", "Europe/Dublin", "Europe/Berlin", "Africa/Cairo", "Africa/Casablanca", "Asia/Beirut",
    "Asia/Kathmandu", "Asia/Tehran", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
    "Pacific/Chatham", "Antarctica/Troll", "Asia/Pyongyang",
]  # fmt: skip
MINUTE = timedelta(minutes=1)
WINDOW = timedelta(days=9)


@st.composite
def fields(draw: st.DrawFn, low: int, high: int) -> tuple[str, frozenset[int]]:
    """A field as it is written, and the numbers that it stands for."""
    kind = draw(st.sampled_from(["star", "step", "list", "range"]))
    if kind == "star":
        return "*", frozenset(range(low, high + 1))
    if kind == "step":
        step = draw(st.integers(1, high))
        return f"*/{step}", frozenset(range(low, high + 1, step))
    if kind == "range":
        start = draw(st.integers(low, high))
        end = draw(st.integers(start, high))
        return f"{start}-{end}", frozenset(range(start, end + 1))
    numbers = draw(st.lists(st.integers(low, high), min_size=1, max_size=3))
    return ",".join(map(str, numbers)), frozenset(numbers)


def changes(zone: ZoneInfo) -> list[datetime]:
    """When the clock of a zone was changed from 2005 to 2024, to the hour."""
    at, found = datetime(2005, 1, 1, tzinfo=UTC), []
    while at.year < 2025:
        following = at + timedelta(hours=12)
        if at.astimezone(zone).utcoffset() != following.astimezone(zone).utcoffset():
            found.append(at)
        at = following
    return found or [datetime(2015, 6, 1, tzinfo=UTC)]


CHANGES = {name: changes(ZoneInfo(name)) for name in ZONES}


def walk(written: list[tuple[str, frozenset[int]]], name: str, after: datetime) -> datetime | None:
    """The first run after an instant, by asking every minute of the next days."""
    zone = ZoneInfo(name)
    (minute, minutes), (hour, hours), (day, days), (_, months), (weekday, weekdays) = written
    wild = minute.startswith("*") or hour.startswith("*")
    either = not (day.startswith("*") or weekday.startswith("*"))

    def fits(local: datetime) -> bool:
        of_month, of_week = local.day in days, (local.weekday() + 1) % 7 in {n % 7 for n in weekdays}
        date = (of_month or of_week) if either else (of_month and of_week)
        return date and local.minute in minutes and local.hour in hours and local.month in months

    at = after.replace(second=0, microsecond=0)
    before = at.astimezone(zone).replace(tzinfo=None)
    while at < after + WINDOW:
        at += MINUTE
        local = at.astimezone(zone)
        wall = local.replace(tzinfo=None, fold=0)
        if fits(wall) and (wild or local.fold == 0):
            return at
        gap = wall - before - MINUTE
        if not wild and timedelta(0) < gap <= timedelta(hours=3):
            missed = (before + MINUTE * n for n in range(1, int(gap / MINUTE) + 1))
            if any(map(fits, missed)):
                return at
        before = wall
    return None


@given(
    st.tuples(fields(0, 59), fields(0, 23), fields(1, 31), fields(1, 12), fields(0, 7)),
    st.sampled_from(ZONES),
    st.data(),
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_it_agrees_with_a_walk_through_the_minutes(
    db: psycopg.Connection[Any], written: Any, zone: str, data: st.DataObject
) -> None:
    change = data.draw(st.sampled_from(CHANGES[zone]))
    after = change + timedelta(seconds=data.draw(st.integers(-3 * 86400, 2 * 86400)))
    cron = " ".join(text for text, _ in written)
    wanted = walk(list(written), zone, after)
    try:
        row = db.execute("select task.next_run(%s, %s, %s)", [cron, zone, after]).fetchone()
    except psycopg.Error as refused:  # a day that never comes
        row = (None,) if refused.diag.message_hint == "invalid_cron" else None
    assert row is not None
    if wanted is None:
        assert row[0] is None or row[0] > after + WINDOW - timedelta(days=1)
    else:
        assert row[0] == wanted, f"{cron} {zone} {after}"
