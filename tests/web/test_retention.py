"""How long episodes are kept, over JSON and on its page (contract M6)."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from app.embedded import Dsns
from tests.support import Served

API = "/api/settings/memory-retention"
PAGE = "/settings/memory-retention"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def db(dsns: Dsns) -> Iterator[psycopg.Connection[Any]]:
    """Twenty episodes, one for each of the last days, and a fact."""
    with psycopg.connect(dsns.application, autocommit=True) as connection:
        connection.execute(
            "select memory.retain('popagent-user', 's', 'Said ' || n, 'Yes', now() - n * interval '1 day')"
            " from generate_series(1, 20) n"
        )
        connection.execute("select memory.remember('popagent-user', 'The dog is called Ada')")
        yield connection


def episodes(db: psycopg.Connection[Any]) -> int:
    row = db.execute("select count(*) from memory.episodes").fetchone()
    assert row is not None
    count: int = row[0]
    return count


# JSON


async def test_the_limits_are_shown_with_what_they_mean_and_remove(
    chat: Served, db: psycopg.Connection[Any]
) -> None:
    stored = (await chat.client.get(API)).json()
    assert stored.pop("updatedAt").endswith("Z")
    fields = stored.pop("fields")
    assert stored == {
        "episodeDays": 90,
        "episodesKept": 5000,
        "revision": 1,
        "nextRun": {"expired": 0, "surplus": 0},
        "lastRun": None,
    }
    assert [(one["name"], one["lowest"], one["highest"]) for one in fields] == [
        ("episodeDays", 1, 36_500),
        ("episodesKept", 0, 10_000_000),
    ]
    assert all(one["meaning"].endswith(".") for one in fields)
    changed = await chat.client.patch(API, json={"revision": 1, "episodeDays": 12})
    assert (changed.json()["episodeDays"], changed.json()["episodesKept"]) == (12, 5000)
    assert changed.json()["nextRun"] == {"expired": 9, "surplus": 0}
    changed = await chat.client.patch(API, json={"revision": 2, "episodesKept": 4})
    assert (changed.json()["revision"], changed.json()["nextRun"]) == (3, {"expired": 9, "surplus": 7})
    assert episodes(db) == 20


async def test_a_stale_change_is_refused_with_what_is_stored(chat: Served) -> None:
    await chat.client.patch(API, json={"revision": 1, "episodeDays": 30})
    stale = await chat.client.patch(API, json={"revision": 1, "episodeDays": 60})
    assert (stale.status_code, stale.json()["code"]) == (409, "revision_conflict")
    assert (stale.json()["settings"]["episodeDays"], stale.json()["settings"]["revision"]) == (30, 2)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"revision": "1"}, 400),
        ({"revision": 1, "episodeDays": "30"}, 400),
        ({"revision": 1, "episodeDays": 1.5}, 400),
        ({"revision": 1, "episodeDays": True}, 400),
        ({"revision": 1, "days": 30}, 400),
        ({"revision": 0}, 422),
        ({"revision": 1, "episodeDays": 0}, 422),
        ({"revision": 1, "episodeDays": -1}, 422),
        ({"revision": 1, "episodeDays": 36_501}, 422),
        ({"revision": 1, "episodesKept": -1}, 422),
        ({"revision": 1, "episodesKept": 10_000_001}, 422),
        ({"revision": 1, "episodesKept": 10**30}, 422),
    ],
)
async def test_what_is_no_limit_is_refused_and_changes_nothing(chat: Served, body: Any, status: int) -> None:
    reply = await chat.client.patch(API, json=body)
    assert reply.status_code == status, reply.text
    if status == 422 and body["revision"]:
        assert reply.json()["fields"][0]["field"] in body
    assert (await chat.client.get(API)).json()["revision"] == 1


async def test_missing_settings_are_a_named_error_and_nothing_stands_in_for_them(
    chat: Served, db: psycopg.Connection[Any]
) -> None:
    db.execute("delete from popagent_memory_retention_settings")
    for reply in (await chat.client.get(API), await chat.client.patch(API, json={"revision": 1})):
        assert (reply.status_code, reply.json()["code"]) == (503, "settings_missing")
        assert "popagent_memory_retention_settings" in reply.json()["error"]
    with pytest.raises(psycopg.Error, match="popagent_memory_retention_settings"):
        db.execute("select memory.prune()")
    assert episodes(db) == 20


# The page


async def test_the_page_explains_previews_and_saves_the_limits(
    chat: Served, db: psycopg.Connection[Any]
) -> None:
    page = (await chat.client.get(PAGE)).text
    assert "An episode that was said longer ago than this is removed." in page
    assert "Nothing is to be removed now." in page
    assert "There was no run yet." in page
    typed = {"episode_days": "12", "episodes_kept": "4"}
    seen = (await chat.client.get(PAGE, params=typed, headers=HTMX)).text
    assert "Once saved, it removes 16 episodes: 9 said more than 12 days ago, 7 beyond the newest 4" in (
        " ".join(seen.split())
    )
    assert "Remove" not in seen.replace("removes", "")
    for no_number in ("", "x", "-1", "9" * 40, "0"):
        reply = await chat.client.get(PAGE, params=typed | {"episode_days": no_number}, headers=HTMX)
        assert "whole numbers within their range" in reply.text
    saved = await chat.client.post(PAGE, data={"revision": "1", **typed})
    assert (saved.status_code, saved.headers["location"]) == (303, f"{PAGE}?saved=yes")
    page = " ".join((await chat.client.get(saved.headers["location"])).text.split())
    assert "Saved. The next run goes by it." in page
    assert "It removes 16 episodes" in page
    assert episodes(db) == 20


async def test_what_cannot_be_saved_stays_in_the_form(chat: Served) -> None:
    for typed, told in (("0", "from 1 to 36500"), ("many", "whole number is needed"), ("", "whole number")):
        reply = await chat.client.post(
            PAGE, data={"revision": "1", "episode_days": typed, "episodes_kept": "7"}
        )
        assert reply.status_code == 422
        assert told in reply.text
        assert (
            'name="episodes_kept" class="field" type="number" min="0" max="10000000" step="1"' in reply.text
        )
        assert 'value="7"' in reply.text
        assert 'name="revision" value="1"' in reply.text
    await chat.client.patch(API, json={"revision": 1, "episodeDays": 30})
    stale = await chat.client.post(PAGE, data={"revision": "1", "episode_days": "60", "episodes_kept": "7"})
    assert stale.status_code == 409
    assert "Stored now: 30 days, 5,000 episodes" in stale.text
    assert 'name="revision" value="2"' in stale.text
    assert 'value="60"' in stale.text


async def test_what_is_due_is_removed_by_hand_after_a_question(
    chat: Served, db: psycopg.Connection[Any]
) -> None:
    await chat.client.patch(API, json={"revision": 1, "episodeDays": 12, "episodesKept": 4})
    asked = (await chat.client.get(f"{PAGE}/prune")).text
    assert "Remove 16 episodes now?" in asked
    changed = await chat.client.post(f"{PAGE}/prune", data={"expected": "15"}, headers=HTMX)
    assert (changed.status_code, changed.headers["hx-retarget"]) == (409, "#dialog")
    assert "16 episodes are due by now, not 15. Nothing was removed" in changed.text
    assert episodes(db) == 20
    done = await chat.client.post(f"{PAGE}/prune", data={"expected": "16"})
    assert (done.status_code, done.headers["location"]) == (303, PAGE)
    assert episodes(db) == 4
    last = (await chat.client.get(API)).json()["lastRun"]
    assert last["result"] == {"expired": 9, "surplus": 7}
    assert last["finishedAt"].endswith("Z")
    page = " ".join((await chat.client.get(PAGE)).text.split())
    assert "removed 9 episodes for their age and 7 for their number" in page
    assert "Nothing is to be removed" in (await chat.client.get(f"{PAGE}/prune")).text
    assert (await chat.client.post(f"{PAGE}/prune", data={"expected": "x"})).status_code == 422
