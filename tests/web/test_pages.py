"""The pages' forms and fragments as plain HTTP: clear answers to bad input, never a fault, nothing twice."""

import asyncio
import re

import httpx2
import pytest

from tests.support import Served

HTMX = {"HX-Request": "true"}
_A_FILE = b'--x\r\nContent-Disposition: form-data; name="text"; filename="f"\r\n\r\nhi\r\n--x--\r\n'


async def _sent(client: httpx2.AsyncClient, chat: str, **fields: str) -> httpx2.Response:
    """Send as the page of a new chat does, which shows the conversation from its beginning."""
    return await client.post(f"/c/{chat}/send", data={"since": "0", **fields}, headers=HTMX)


async def _quiet(client: httpx2.AsyncClient, chat: str) -> str:
    """Wait until nothing runs in a chat; return its page."""
    async with asyncio.timeout(20):
        while "data-running" in (page := (await client.get(f"/c/{chat}")).text):
            await asyncio.sleep(0.05)
    return page


async def test_one_message_id_makes_one_turn(server: Served) -> None:
    first = await _sent(server.client, "c1", message_id="m1", text="hello")
    again = await _sent(server.client, "c1", message_id="m1", text="hello")
    assert first.status_code == again.status_code == 200
    assert first.headers["hx-push-url"] == "/c/c1"
    assert "HX-Redirect" not in again.headers
    assert (await _quiet(server.client, "c1")).count('class="asked"') == 1


async def test_a_form_without_htmx_leads_back_to_the_chat(server: Served) -> None:
    reply = await server.client.post("/c/c1/send", data={"text": "hello"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/c/c1")


@pytest.mark.parametrize("text", ["", "   \n\t ", "\u200b".strip("\u200b")])
async def test_nothing_is_not_sent(server: Served, text: str) -> None:
    reply = await _sent(server.client, "c1", text=text)
    assert reply.status_code == 422
    assert reply.headers["hx-retarget"] == "#notice"
    assert "nothing to send" in reply.text
    assert (await server.client.get("/c/c1")).status_code == 404


@pytest.mark.parametrize(
    "raw", [b"text=a%00b", b"text=a%ED%A0%80b", b"text=a%FFb", b"text=%F0%9F", "text=é".encode()]
)
async def test_text_that_cannot_be_stored_is_cleaned(server: Served, raw: bytes) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    reply = await server.client.post("/c/c1/send", content=raw, headers=HTMX | kind)
    assert reply.status_code == 200
    assert "\x00" not in await _quiet(server.client, "c1")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"{}", "application/json"),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"nonsense", "multipart/form-data"),
        (_A_FILE, "multipart/form-data; boundary=x"),
        (b"a=1&" * 5000, "application/x-www-form-urlencoded"),
    ],
    ids=["json", "broken", "no boundary", "a file", "many fields"],
)
async def test_a_body_that_is_no_form_is_refused(server: Served, content: bytes, kind: str) -> None:
    reply = await server.client.post("/c/c1/send", content=content, headers={"content-type": kind})
    assert reply.status_code in (400, 422)
    assert "popagent" in reply.text


async def test_what_was_refused_comes_back_in_the_box(server: Served) -> None:
    reply = await server.client.post("/c/c1/send", data={"text": "and <this>", "model": "nonsuch"})
    assert reply.status_code == 422
    assert "and &lt;this&gt;</textarea>" in reply.text
    assert "nonsuch" in reply.text


async def test_a_message_over_the_limit_is_refused(server: Served) -> None:
    reply = await _sent(server.client, "c1", text="x" * 1_000_001)
    assert reply.status_code == 413
    reply = await _sent(server.client, "c1", text="é" * 900_000)
    assert reply.status_code == 413
    assert "hx-retarget" in reply.headers


async def test_an_unknown_model_is_refused_by_name(server: Served) -> None:
    reply = await _sent(server.client, "c1", text="hello", model="no<such>model")
    assert reply.status_code == 422
    assert "no&lt;such&gt;model" in reply.text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/c/not%20an%20id", 404),
        ("/c/" + "x" * 65, 404),
        ("/c/nowhere", 404),
        ("/c/nowhere/messages?before=1", 404),
        ("/c/nowhere/rename", 404),
        ("/c/nowhere/delete", 404),
        ("/c/nowhere/live?execution=00000000-0000-0000-0000-000000000000", 404),
        ("/c/here/messages", 400),
        ("/c/here/messages?before=-1", 400),
        ("/c/here/messages?before=99999999999999999999999", 400),
        ("/c/here/live", 404),
        ("/c/here/live?execution=x", 404),
        ("/sessions?at=yesterday", 400),
        ("/sessions?at=0001-01-01T00:00:00&id=%00", 400),
        ("/c/here/send", 405),
        ("/nowhere", 404),
    ],
)
async def test_a_bad_address_gets_a_clear_answer(server: Served, address: str, status: int) -> None:
    await _sent(server.client, "here", text="hello")
    for headers in ({}, HTMX):
        reply = await server.client.get(address, headers=headers)
        if "at=" in address and not headers:
            continue
        assert reply.status_code == status
        assert "<p>" in reply.text
    await _quiet(server.client, "here")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"title": "New", "revision": ""}, 409),
        ({"title": "New", "revision": "x"}, 409),
        ({"title": "New", "revision": "9" * 30}, 409),
        ({"title": "x" * 201, "revision": "1"}, 422),
        ({}, 409),
    ],
)
async def test_a_bad_rename_changes_nothing(server: Served, fields: dict[str, str], status: int) -> None:
    await _sent(server.client, "c1", text="hello")
    await _quiet(server.client, "c1")
    reply = await server.client.post("/c/c1/rename", data=fields, headers=HTMX)
    assert reply.status_code == status
    assert reply.headers["hx-retarget"] == "#dialog"
    assert "<title>hello – popagent</title>" in (await _quiet(server.client, "c1")).replace("Hello", "hello")


async def test_an_empty_title_is_chosen_again(server: Served) -> None:
    await _sent(server.client, "c1", text="hello")
    for title, wanted in (("Mine", "Mine"), ("  ", "hello")):
        page = await _quiet(server.client, "c1")
        dialog = (await server.client.get("/c/c1/rename", headers=HTMX)).text
        found = re.search(r'name="revision" value="(\d+)"', dialog)
        assert found is not None
        await server.client.post("/c/c1/rename", data={"title": title, "revision": found[1]}, headers=HTMX)
        page = (await server.client.get("/c/c1")).text
        assert f"<title>{wanted} – popagent</title>" in page


async def test_an_ended_answer_is_shown_whole_to_whoever_asks_late(server: Served) -> None:
    begun = await _sent(server.client, "c1", text="count to 5")
    live = re.search(r'hx-sse:connect="([^"]+)"', begun.text)
    assert live is not None
    await _quiet(server.client, "c1")
    stream = await server.client.get(live[1].replace("&amp;", "&"), headers=HTMX)
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert "1 2 3 4 5" in stream.text
    assert "hx-sse:connect" not in stream.text
    assert "aria-busy" not in stream.text


async def test_every_fragment_asks_for_nothing_but_what_the_policy_allows(server: Served) -> None:
    await _sent(server.client, "c1", text="Show markdown")
    await _quiet(server.client, "c1")
    for address in ("/", "/c/c1", "/sessions", "/c/c1/rename", "/c/c1/delete", "/login", "/nowhere"):
        for headers in ({}, HTMX):
            page = (await server.client.get(address, headers=headers)).text
            assert not re.search(
                r"\sstyle=|\son[a-z]+=|hx-on|javascript:|<style|<script(?! defer src=\"/static/)", page
            )
            assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//(?!example\.org)""", page)


async def test_pages_are_kept_from_shared_caches_and_told_from_fragments(server: Served) -> None:
    reply = await server.client.get("/")
    assert reply.headers["cache-control"] == "private, no-cache"
    assert "HX-Request" in reply.headers["vary"]
    assert reply.text.startswith("<!doctype html>")
    assert not (await server.client.get("/", headers=HTMX)).text.startswith("<!doctype html>")
    restored = await server.client.get("/", headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert restored.text.startswith("<!doctype html>")
