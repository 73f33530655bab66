"""Notifications: what is noted, sent on signed, tried again, and shown with how that went (contract T)."""

import hashlib
import hmac
from typing import Any

import httpx2
import pytest

from app import jobs
from tests.gateway.scripted import Reply, ScriptedGateway, call, stop
from tests.support import Served
from tests.web.talking import ask, read, until
from tests.web.test_approval import is_asked
from tests.web.test_delegation import asked, says
from tests.web.test_hooks import Listener, chat, listener
from tests.web.test_tasks import comes_to, make

__all__ = ["chat", "listener"]

KEY = "a long signing key"


async def send_to(client: httpx2.AsyncClient, url: str, **more: Any) -> None:
    await client.post("/api/secrets", json={"name": "signing", "value": KEY})
    stored = (await client.get("/api/settings/notifications")).json()
    body = {
        "revision": stored["revision"],
        "url": url,
        "allowLoopback": True,
        "secretName": "signing",
        **more,
    }
    reply = await client.patch("/api/settings/notifications", json=body)
    assert reply.status_code == 200, reply.text


async def noted(client: httpx2.AsyncClient, *deliveries: str) -> list[dict[str, Any]]:
    """Wait until the newest notices stand like this."""

    async def look() -> list[dict[str, Any]] | None:
        found = (await client.get("/api/notices")).json()["notices"]
        return found if tuple(one["delivery"] for one in found) == deliveries else None

    found: list[dict[str, Any]] = await until(look, 20)
    return found


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What did not arrive is tried again at once."""
    monkeypatch.setattr(jobs, "NOTICE_AGAIN", jobs.NOTICE_AGAIN * 0)


async def test_a_task_that_is_done_is_told_signed_as_plain_text(
    chat: Served, gateway: ScriptedGateway, listener: Listener
) -> None:
    await send_to(chat.client, listener.url)
    gateway.answers(says("Nine."))
    made = await make(chat.client, title="Birds – all")
    await comes_to(chat.client, made["id"], "completed")
    (one,) = await noted(chat.client, "delivered")
    assert (one["kind"], one["title"], one["address"], one["attempts"]) == (
        "done",
        "Birds – all",
        f"/tasks/{made['id']}",
        1,
    )
    ((headers, body),) = listener.came
    assert body.decode() == "Done: Birds – all"
    assert headers["tags"] == "white_check_mark"
    given = headers["x-popagent-timestamp"].encode() + b"." + body
    assert headers["x-popagent-signature"] == f"v1={hmac.digest(KEY.encode(), given, hashlib.sha256).hex()}"
    shown = (await chat.client.get(f"/notices/{one['id']}")).json()
    assert shown["title"] == "Birds – all"
    assert "Birds – all" in (await chat.client.get("/settings/notifications")).text


async def test_an_answer_that_waits_is_told_and_what_is_not_wanted_is_not(
    chat: Served, gateway: ScriptedGateway, listener: Listener
) -> None:
    await send_to(chat.client, listener.url, onDone=False)
    await chat.client.patch("/api/tools/remember", json={"policy": "ask"})
    gateway.answers(Reply.sse(call(asked("remember", content="Tea")), stop("tool_calls")), says("Nine."))
    async with chat.client.stream("POST", "/api/chat", json=ask("Note tea")) as reply:
        await read(reply, is_asked)
    (one,) = await noted(chat.client, "delivered")
    assert (one["kind"], one["address"]) == ("waiting", "/c/s1")
    assert listener.came[0][1].startswith(b"Waits for your permission: ")
    made = await make(chat.client)
    await comes_to(chat.client, made["id"], "completed")
    await noted(chat.client, "none", "delivered")
    assert len(listener.came) == 1


async def test_what_does_not_arrive_is_tried_again_and_in_the_end_says_why(
    chat: Served, gateway: ScriptedGateway, listener: Listener, quickly: None
) -> None:
    await send_to(chat.client, listener.url)
    listener.status = 503
    gateway.answers(says("Nine."))
    await make(chat.client)
    (one,) = await noted(chat.client, "failed")
    assert (one["attempts"], one["error"]) == (5, "The address answered with 503.")
    assert len(listener.came) == 5


async def test_a_test_is_sent_at_once_and_says_how_it_went(chat: Served, listener: Listener) -> None:
    await send_to(chat.client, listener.url)
    sent = (await chat.client.post("/api/settings/notifications/test", json={})).json()
    assert (sent["kind"], sent["delivery"]) == ("test", "delivered")
    await chat.client.delete("/api/secrets/signing")
    failed = (await chat.client.post("/api/settings/notifications/test", json={})).json()
    assert (failed["delivery"], failed["error"]) == ("pending", "There is no secret of this name.")


@pytest.mark.parametrize(
    ("change", "code", "word"),
    [
        ({"url": "http://example.org/"}, "invalid_url", "https"),
        ({"url": "https://127.0.0.1/"}, "invalid_url", "public"),
        ({"url": "https://example.org/", "secretName": "nobody"}, "unknown_secret", "nobody"),
        ({"url": "https://example.org/"}, "out_of_range", "secretName"),
    ],
)
async def test_an_address_that_cannot_be_is_refused(
    chat: Served, change: dict[str, Any], code: str, word: str
) -> None:
    reply = await chat.client.patch("/api/settings/notifications", json={"revision": 1, **change})
    assert (reply.status_code, reply.json()["code"]) == (422, code)
    assert word in reply.json()["error"]
    form = {"revision": "1", "url": change["url"], "secret_name": change.get("secretName", "")}
    page = await chat.client.post("/settings/notifications", data=form)
    assert (page.status_code, change["url"] in page.text) == (422, True), "what was typed is kept"
    stale = await chat.client.patch("/api/settings/notifications", json={"revision": 7, "onDone": False})
    assert (stale.status_code, stale.json()["settings"]["revision"]) == (409, 1)
