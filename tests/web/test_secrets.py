"""Secrets through the doors of their owner and of the agent: used, never shown (contract X1, X2)."""

import base64
import hashlib
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from psycopg import sql

from app.embedded import Dsns
from tests.gateway.scripted import Reply, ScriptedGateway, call, stop, text, usage
from tests.support import Served, serve, settings
from tests.web.hooking import Scripts, hook, runs
from tests.web.talking import ask, idle, read, say, until

KEY = base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
OTHER = base64.b64encode(b"another key, 32 bytes long, yes!").decode()
VALUE = "sk-CANARY-4711"


def asked(tool: str, id: str = "c1", **arguments: Any) -> Reply:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return Reply.sse(
        call({"index": 0, "id": id, "type": "function", "function": function}), usage(), stop("tool_calls")
    )


def says(*words: str) -> Reply:
    return Reply.sse(*(text(each) for each in words), usage(), stop())


def told(gateway: ScriptedGateway, number: int = -1) -> list[str]:
    return [m["content"] for m in gateway.requests[number].json["messages"] if m["role"] == "tool"]


def dump(dsns: Dsns) -> str:
    """Every row of every table of both databases, as text."""
    rows = []
    for dsn in (dsns.application, dsns.observability):
        with psycopg.connect(dsn) as db:
            names = db.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
            for (name,) in names:
                all_of_it = sql.SQL("select row_to_json(t)::text from {} t").format(sql.Identifier(name))
                rows += [str(row) for row in db.execute(all_of_it).fetchall()]
    return "\n".join(rows)


def forms(value: str) -> list[str]:
    plain = value.encode()
    shifted = (base64.b64encode(b"x" * n + plain).decode()[4:-4] for n in range(3))
    return [value, quote(value, safe=""), plain.hex(), *shifted]


@pytest.fixture
async def vault(dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path) -> AsyncIterator[Served]:
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url, POPAGENT_SECRET_KEY=KEY)
    async with serve(chosen, dsns) as running:
        yield running


async def test_a_secret_is_stored_named_replaced_and_deleted_and_never_shown(
    vault: Served, dsns: Dsns
) -> None:
    client = vault.client
    made = await client.post("/api/secrets", json={"name": "git hub/token", "value": VALUE})
    assert (made.status_code, made.json()) == (201, {"name": "git hub/token", "revision": 1})
    again = await client.post("/api/secrets", json={"name": "git hub/token", "value": "x"})
    assert (again.status_code, again.json()["code"]) == (409, "secret_exists")
    listed = (await client.get("/api/secrets")).json()
    [row] = listed["secrets"]
    assert (row["name"], row["revision"], listed["off"]) == ("git hub/token", 1, None)
    assert re.fullmatch("[0-9a-f]{8}", row["fingerprint"])
    page = (await client.get("/settings/secrets")).text
    assert "git hub/token" in page
    assert VALUE not in page
    address = "/api/secrets/git%20hub%2Ftoken"
    stale = await client.put(address, json={"value": "y" * 9, "revision": 7})
    assert (stale.status_code, stale.json()["code"]) == (409, "revision_conflict")
    assert (await client.put(address, json={"value": VALUE, "revision": 1})).json()["revision"] == 2
    [same] = (await client.get("/api/secrets")).json()["secrets"]
    assert same["fingerprint"] == row["fingerprint"], "the same value has the same"
    assert (await client.put("/api/secrets/none", json={"value": "x"})).status_code == 404
    assert (await client.delete(f"{address}?revision=1")).status_code == 409
    assert (await client.delete(address)).status_code == 204
    assert (await client.delete(address)).status_code == 404
    assert not [form for form in forms(VALUE) if form in dump(dsns)]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "a", "value": ""}, 422, "out_of_range"),
        ({"name": "", "value": "x"}, 422, "out_of_range"),
        ({"name": "a\nb", "value": "x"}, 422, "invalid_name"),
        ({"name": " a", "value": "x"}, 422, "invalid_name"),
        ({"name": "a", "value": "x" * 65537}, 422, "out_of_range"),
        ({"name": "a", "value": "ä" * 65536}, 422, "invalid_value"),
        ({"name": "a"}, 400, "invalid_body"),
        ({"name": "a", "value": 5}, 400, "invalid_body"),
        ({"name": "a", "value": "x", "more": 1}, 400, "invalid_body"),
    ],
    ids=range(9),
)
async def test_what_is_no_secret_is_refused_and_the_value_not_repeated(
    vault: Served, body: dict[str, Any], status: int, code: str
) -> None:
    reply = await vault.client.post("/api/secrets", json=body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert (await vault.client.get("/api/secrets")).json()["secrets"] == []


async def test_the_agent_stores_recalls_and_replaces(
    vault: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    gateway.answers(asked("storeSecret", name="token", value=VALUE), says("Kept."))
    stream = await say(vault.client, "Keep the token I set up")
    assert told(gateway) == ["Stored the secret token. Its value is not written down anywhere else."]
    assert VALUE not in str(stream.parts)
    gateway.answers(
        asked("recallSecret", name="token"), says("It is sk-", "CANARY", "-4711", ", used."), says("No.")
    )
    stream = await say(vault.client, "Use it", id="m2")
    assert told(gateway)[-1] == VALUE, "the model gets it"
    assert stream.text == "It is [secret:token], used.", (
        "and who watches does not, in however many pieces it comes"
    )
    assert VALUE not in str(stream.parts)
    gateway.answers(says("Fine."))
    await say(vault.client, "And now?", id="m3")
    assert VALUE not in str(gateway.requests[-1].json), "later turns see a placeholder"
    assert "[secret:token]" in str(gateway.requests[-1].json)
    gateway.answers(asked("updateSecret", name="token", value="sk-CANARY-0815"), says("Done."))
    await say(vault.client, "Replace it", id="m4")
    gateway.answers(
        asked("storeSecret", name="token", value="x"), asked("recallSecret", "c2", name="none"), says("Oh.")
    )
    await say(vault.client, "Again", id="m5")
    assert "already" in told(gateway)[-2]
    assert told(gateway)[-1] == "There is no secret of this name."
    everything = dump(dsns)
    for value in (VALUE, "sk-CANARY-0815"):
        assert not [form for form in forms(value) if form in everything], "in no row of either database"


async def test_canaries_are_found_only_where_they_belong(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    password, api_key = "pw-CANARY-gateway", "sk-CANARY-gateway-key"
    address = gateway.url.replace("http://", f"http://owner:{password}@")
    chosen = settings(tmp_path, NINEROUTER_URL=address, NINEROUTER_API_KEY=api_key, POPAGENT_SECRET_KEY=KEY)
    async with serve(chosen, dsns) as served:
        client = served.client
        await client.post("/api/secrets", json={"name": "token", "value": VALUE})
        await client.post("/api/memories", json={"content": "The canary of memory sings at noon"})
        leak = 'printf \'{"additional_context": "canary of hooks, %s"}\' "$POPAGENT_HOOK_SECRET_TOKEN"'
        await hook(client, "PostToolUse", Scripts(tmp_path)(leak), secretNames=["token"])
        gateway.answers(
            asked("recallSecret", name="token"),
            asked("remember", "c2", content=f"The canary of arguments, the token is {VALUE}"),
            Reply.body({"error": {"message": f"bad key {api_key}, {VALUE} at {address}"}}, status=400),
        )
        await say(client, "When does the canary sing?")
        session = await idle(client)
        addresses = ("/c/s1", "/memories", "/settings/secrets", "/settings/data", "/settings/data/export")
        pages = [(await client.get(address)).text for address in addresses]
        audit = str(await runs(client, "s1"))
    assert audit.count("'outcome': 'ok'") == 2
    for canary in ("canary of memory", "canary of arguments", "canary of hooks"):
        assert canary not in audit
        assert canary not in caplog.text
    assert "canary of hooks, [secret:token]" in told(gateway)[0], "what a hook adds is for the model"
    shown = [dump(dsns), str(session), audit, caplog.text, *pages]
    for canary in (VALUE, password, api_key, KEY):
        for form in forms(canary):
            assert not [place for place in shown if form in place], form
    assert "canary of memory" in shown[0], "a memory is where it belongs"


async def test_a_value_is_not_shown_by_a_process_that_never_used_it(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path
) -> None:
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url, POPAGENT_SECRET_KEY=KEY)
    async with serve(chosen, dsns) as first, serve(chosen, dsns) as second:
        await first.client.post("/api/secrets", json={"name": "token", "value": VALUE})
        known = second.app.state.vault

        async def heard() -> bool:
            return VALUE not in str(known.redact(VALUE))

        await until(heard)
        gateway.answers(says(f"I guess it is {VALUE}."))
        assert VALUE not in str((await say(second.client, "Guess it")).parts)
    async with serve(chosen, dsns) as later:
        gateway.answers(says("It was ", VALUE[:6], VALUE[6:], "."))
        assert (await say(later.client, "Guess again", id="m2")).text == "It was [secret:token]."
    assert VALUE not in dump(dsns)


async def test_an_export_does_not_show_a_value_that_was_typed_before_it_was_a_secret(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path
) -> None:
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url, POPAGENT_SECRET_KEY=KEY)
    async with serve(chosen, dsns) as served:
        gateway.answers(says("Noted."))
        await say(served.client, f'My "token" is {VALUE}')
        await served.client.post("/api/secrets", json={"name": "token", "value": VALUE})
        exported = (await served.client.get("/settings/data/export")).text
    assert VALUE not in exported
    assert "[secret:token]" in exported
    *lines, end = exported.splitlines()
    assert all(json.loads(line) for line in lines)
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert json.loads(end)["end"]["sha256"] == digest, "and it is whole"


async def test_an_answer_that_waited_goes_on_with_its_secrets_in_another_process(
    dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path
) -> None:
    chosen = settings(tmp_path, NINEROUTER_URL=gateway.url, POPAGENT_SECRET_KEY=KEY)
    async with serve(chosen, dsns) as first:
        await first.client.post("/api/secrets", json={"name": "token", "value": VALUE})
        await first.client.patch("/api/tools/skill", json={"policy": "ask"})
        gateway.answers(
            asked("recallSecret", name="token"), asked("skill", "c2", name=f"no {VALUE}"), says("Used.")
        )
        async with first.client.stream("POST", "/api/chat", json=ask("Use it")) as reply:
            stream = await read(
                reply, until=lambda s: bool(s.parts) and s.parts[-1]["type"] == "data-toolApproval"
            )
        assert stream.parts[-1]["data"]["input"] == {"name": "no [secret:token]"}
        assert VALUE not in dump(dsns)
    async with serve(chosen, dsns) as second:
        [waiting] = (await second.client.get("/api/chat/s1/approvals")).json()["approvals"]
        address = f"/api/chat/s1/approvals/{waiting['approvalId']}"
        await second.client.post(address, json={"decision": "approve", "scope": "once"})
        await idle(second.client)
        assert told(gateway)[0] == VALUE, "the model has what it recalled"
        assert f"no {VALUE}" in told(gateway)[1], "and the tool what it was called with"
    assert VALUE not in dump(dsns)


async def test_a_secret_in_a_question_or_a_brief_is_not_kept_with_what_is_recalled(
    vault: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    await vault.client.post("/api/secrets", json={"name": "token", "value": VALUE})
    gateway.answers(
        asked("recallSecret", name="token"),
        asked("agent-researcher", "c2", prompt=f"Look up {VALUE}"),
        says("Found."),
        says("Done."),
    )
    await say(vault.client, f"My token is {VALUE}, is it not?")
    await idle(vault.client)
    with psycopg.connect(dsns.application) as db:
        [(episode,)] = db.execute("select content from popagent_memories where kind = 'episode'").fetchall()
        briefs = db.execute("select parts::text from popagent_messages where id = 'prompt'").fetchall()
    assert "My token is [secret:token], is it not?" in episode
    assert "Look up [secret:token]" in briefs[0][0]


async def test_without_a_key_only_secrets_are_off(chat: Served, gateway: ScriptedGateway) -> None:
    listed = (await chat.client.get("/api/secrets")).json()
    assert "POPAGENT_SECRET_KEY is not set" in listed["off"]
    reply = await chat.client.post("/api/secrets", json={"name": "a", "value": "x"})
    assert (reply.status_code, reply.json()["code"]) == (503, "secrets_off")
    assert "POPAGENT_SECRET_KEY is not set" in (await chat.client.get("/settings/secrets")).text
    gateway.answers(asked("recallSecret", name="token"), says("Oh."))
    assert (await say(chat.client, "Use it")).text == "Oh."
    assert "POPAGENT_SECRET_KEY is not set" in told(gateway)[0]


async def test_another_key_is_named_never_replaced_and_the_old_one_brings_all_back(
    dsns: Dsns, tmp_path: Path
) -> None:
    async with serve(settings(tmp_path, POPAGENT_SECRET_KEY=KEY), dsns) as first:
        await first.client.post("/api/secrets", json={"name": "token", "value": VALUE})
    async with serve(settings(tmp_path, POPAGENT_SECRET_KEY=OTHER), dsns) as wrong:
        client = wrong.client
        assert "another key" in (await client.get("/api/secrets")).json()["off"]
        assert (await client.post("/api/secrets", json={"name": "b", "value": "x"})).status_code == 503
        assert (await client.get("/api/sessions")).status_code == 200, "all else works"
        assert "another key" in (await client.get("/settings/secrets")).text
    async with serve(settings(tmp_path, POPAGENT_SECRET_KEY=KEY), dsns) as back:
        assert (await back.client.get("/api/secrets")).json()["off"] is None
    async with serve(settings(tmp_path, POPAGENT_SECRET_KEY=OTHER), dsns) as wrong:
        assert (await wrong.client.delete("/api/secrets/token")).status_code == 204, (
            "no key is needed to delete"
        )
        made = await wrong.client.post("/api/secrets", json={"name": "token", "value": "anew"})
        assert made.status_code == 201, "and then the new key is taken"


async def test_a_row_that_was_moved_does_not_open(
    vault: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    for name in ("a", "b"):
        await vault.client.post("/api/secrets", json={"name": name, "value": f"value of {name}"})
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute("update popagent_secrets set name = 'c' where name = 'a'")
        db.execute("update popagent_secrets set ciphertext = ciphertext || '\\x00' where name = 'b'")
    gateway.answers(asked("recallSecret", name="c"), asked("recallSecret", "c2", name="b"), says("Oh."))
    await say(vault.client, "Use them")
    assert [("does not open" in words) for words in told(gateway)] == [True, True]


async def test_a_tool_whose_argument_is_hidden_cannot_wait(
    vault: Served, gateway: ScriptedGateway, dsns: Dsns
) -> None:
    reply = await vault.client.patch("/api/tools/storeSecret", json={"policy": "ask"})
    assert (reply.status_code, reply.json()["code"]) == (422, "cannot_ask")
    with psycopg.connect(dsns.application, autocommit=True) as db:
        db.execute("select agent.set_tool_policy('storeSecret', 'ask')")
    gateway.answers(asked("storeSecret", name="token", value=VALUE), says("Oh."))
    assert (await say(vault.client, "Keep it")).text == "Oh."
    assert "cannot wait" in told(gateway)[0]
    assert VALUE not in dump(dsns)


async def test_the_page_works_without_script_and_does_not_send_a_value_back(vault: Served) -> None:
    client = vault.client
    typed = {"name": "token", "value": VALUE}
    assert (await client.post("/settings/secrets", data=typed)).headers["location"] == "/settings/secrets"
    twice = await client.post("/settings/secrets", data=typed)
    assert twice.status_code == 409
    assert "already" in twice.text
    assert 'value="token"' in twice.text
    assert VALUE not in twice.text
    assert (await client.post("/settings/secrets/replace", data=typed)).status_code == 303
    assert (await client.post("/settings/secrets/delete", data=typed)).status_code == 303
    assert "No secret is stored yet." in (await client.get("/settings/secrets")).text
    gone = await client.post("/settings/secrets/delete", data=typed)
    assert gone.status_code == 404
