"""The pages on which everything is taken along, and what is left over is cleaned up."""

import re
from pathlib import Path

import psycopg
import pytest

from app.embedded import Dsns
from tests.support import Served, serve, settings
from tests.transfer.everything import fill
from tests.transfer.helpers import ask, exported

_LOST = "select thread.open(i, 'chat', 'popagent-user') from unnest(array['one', 'two']) i"


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a form."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def prepare(dsns: Dsns, statement: str) -> None:
    with psycopg.connect(dsns.application) as connection:
        connection.execute(statement)  # type: ignore[call-overload]


async def test_everything_is_downloaded_as_one_file(server: Served, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application) as connection:
        fill(connection)
        # What waits would be taken at once by the server that runs.
        connection.execute("delete from popagent_queued_messages")
    answer = await server.client.get("/settings/data/export")
    assert answer.status_code == 200
    assert re.fullmatch(
        r'attachment; filename="popagent-\d{4}-\d\d-\d\d\.jsonl"', answer.headers["content-disposition"]
    )
    assert answer.content == await exported(dsns.application)


async def test_a_download_that_is_broken_off_makes_room_for_the_next(server: Served, dsns: Dsns) -> None:
    with psycopg.connect(dsns.application) as connection:
        connection.execute(
            """
            insert into popagent_threads (id, kind, resource_id)
            select 't' || n, 'task', repeat('x', 10000) from generate_series(1, 3000) n
            """
        )
    async with server.client.stream("GET", "/settings/data/export") as first:
        await anext(first.aiter_raw(1000))
        second = await server.client.get("/settings/data/export")
        assert second.status_code == 409
        assert "being downloaded already" in second.text
    for _ in range(200):
        again = await server.client.get("/settings/data/export")
        if again.status_code == 200:
            break
    assert again.content.count(b"\n") > 3000
    open_still = (
        "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in%%'"
    )
    assert ask(dsns.application, open_still) == 0


async def test_asking_for_its_head_alone_is_no_download(server: Served) -> None:
    for _ in range(2):
        answer = await server.client.head("/settings/data/export")
        assert answer.status_code == 200
        assert answer.content == b""
    assert (await server.client.get("/settings/data/export")).status_code == 200


async def test_the_page_says_what_there_is(server: Served, dsns: Dsns) -> None:
    prepare(dsns, "select session.open(i, i, null) from unnest(array['a', 'b', 'c']) i")
    page = (await server.client.get("/settings/data")).text
    assert re.search(r"<dt>Chats</dt><dd>3</dd>", page)
    assert "popagent import FILE" in page


async def test_a_clean_up_asks_by_number_and_is_told(server: Served, dsns: Dsns, tmp_path: Path) -> None:
    assert "There is nothing to clean up" in (await server.client.get("/settings/cleanup")).text
    prepare(dsns, _LOST)
    found = (await server.client.get("/settings/cleanup?orphans=delete&archived=30")).text
    assert "conversations that no chat shows" in found
    asked = await server.client.get("/settings/cleanup/run?orphans=delete&archived=30")
    assert "<strong>2 conversations that no chat shows</strong>: deleted" in asked.text
    done = await server.client.post("/settings/cleanup/run", data=hidden(asked.text))
    assert done.status_code == 200
    assert "2 conversations that no chat shows: deleted." in done.text
    assert ask(dsns.application, "select count(*) from popagent_threads") == 0
    [backup] = (tmp_path / "backups").iterdir()
    assert str(backup) in done.text
    assert b'{"thread": {"id": "one"' in backup.read_bytes()


async def test_conversations_are_adopted_unless_it_is_said(server: Served, dsns: Dsns) -> None:
    prepare(dsns, _LOST)
    asked = await server.client.get("/settings/cleanup/run")
    await server.client.post("/settings/cleanup/run", data=hidden(asked.text))
    assert ask(dsns.application, "select string_agg(id, ' ' order by id) from popagent_sessions") == "one two"


async def test_what_is_something_else_by_now_is_asked_about_again(server: Served, dsns: Dsns) -> None:
    prepare(dsns, _LOST)
    asked = await server.client.get("/settings/cleanup/run?orphans=delete")
    prepare(dsns, "select thread.open('three', 'chat', 'popagent-user')")
    again = await server.client.post("/settings/cleanup/run", data=hidden(asked.text))
    assert again.status_code == 409
    assert "Nothing was changed; look again" in again.text
    assert "3 conversations" in again.text
    assert ask(dsns.application, "select count(*) from popagent_threads") == 3


async def test_without_a_backup_nothing_goes(dsns: Dsns, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("not a folder")
    prepare(dsns, _LOST)
    async with serve(settings(tmp_path), dsns) as server:
        asked = await server.client.get("/settings/cleanup/run?orphans=delete")
        answer = await server.client.post("/settings/cleanup/run", data=hidden(asked.text))
    assert answer.status_code == 503
    assert "could not be written" in answer.text
    assert "nothing was deleted" in answer.text
    assert ask(dsns.application, "select count(*) from popagent_threads") == 2


@pytest.mark.parametrize("query", ["orphans=eat", "archived=1", "archived=-1", "archived=x"])
async def test_only_what_the_page_offers_can_be_chosen(server: Served, query: str) -> None:
    for address in ("/settings/cleanup", "/settings/cleanup/run"):
        assert (await server.client.get(f"{address}?{query}")).status_code == 422
    assert (
        await server.client.post("/settings/cleanup/run", data=dict([query.split("=")]))
    ).status_code == 422
