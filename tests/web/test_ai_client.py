"""The npm package `ai`, versions 5 and 6, as a strict reader of our stream."""

import asyncio
import base64
import fcntl
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.gateway.scripted import Reply, ScriptedGateway, call, chunk, hold, stop, text, usage
from tests.support import Served
from tests.unit.test_sniff import png
from tests.web.talking import idle

CLIENT = Path(__file__).parent / "ai_client"
VERSIONS = pytest.mark.parametrize("version", ["5", "6"])


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's folder with what it needs installed, once for all test processes."""
    if shutil.which("npm") is None:
        pytest.fail("npm is needed for this test: install Node.js 20 or newer")
    with open(Path(tempfile.gettempdir()) / "popagent-ai-client.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        installed = CLIENT / "node_modules" / ".package-lock.json"
        wanted = CLIENT / "package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=CLIENT, check=True, timeout=100)
            installed.touch()
    return CLIENT


async def talk(
    node: Path, version: str, server: Served, *action: str, connected: asyncio.Event | None = None
) -> dict[str, Any]:
    """Run the client; `connected` is set when it has its stream. Return what it read."""
    process = await asyncio.create_subprocess_exec(
        "node", "talk.mjs", version, server.url, "s1", *action, cwd=node, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"connected\n"
    if connected is not None:
        connected.set()
    output, _ = await process.communicate()
    found: dict[str, Any] = json.loads(output)
    return found


@VERSIONS
async def test_the_client_reads_text_reasoning_tools_and_metadata_without_an_error(
    chat: Served, gateway: ScriptedGateway, node: Path, version: str
) -> None:
    asked = {"index": 0, "id": "c1", "function": {"name": "remember", "arguments": '{"content": "x"}'}}
    wrong = {"index": 1, "id": "c2", "function": {"name": "remember", "arguments": "{"}}
    gateway.answers(
        Reply.sse(
            chunk({"reasoning_content": "Hm."}), text("Noting."), call(asked), call(wrong), stop("tool_calls")
        ),
        Reply.sse(text("Not"), text("ed."), chunk({}, "stop"), usage(), b"data: [DONE]\n\n"),
    )
    read = await talk(node, version, chat, "send", "I like teal")
    assert read["errors"] == []
    stored = (await idle(chat.client))["messages"][1]
    message = read["message"]
    assert message["id"] == stored["id"]
    assert message["metadata"]["custom"]["usage"]["inputTokens"] == 10
    kinds = [part["type"] for part in message["parts"]]
    assert kinds == [part["type"] for part in stored["parts"]]
    for live, kept in zip(message["parts"], stored["parts"], strict=True):
        assert {key: value for key, value in live.items() if key in kept} == kept


@VERSIONS
async def test_the_client_resumes_a_running_answer_and_is_told_when_nothing_runs(
    chat: Served, gateway: ScriptedGateway, node: Path, version: str
) -> None:
    gateway.answers(Reply.sse(text("one "), hold(), text("two"), stop()))
    sending = asyncio.create_task(talk(node, version, chat, "send", "Hi"))
    await gateway.request()
    connected = asyncio.Event()
    resuming = asyncio.create_task(talk(node, version, chat, "resume", connected=connected))
    await connected.wait()
    gateway.release()
    sent, resumed = await asyncio.gather(sending, resuming)
    assert sent["errors"] == resumed["errors"] == []
    assert sent["message"]["parts"][-1]["text"] == "one two"
    assert resumed["message"] == sent["message"]
    assert await talk(node, version, chat, "resume") == {"idle": True}


@VERSIONS
async def test_the_client_reads_an_error_and_a_stop_as_what_they_are(
    chat: Served, gateway: ScriptedGateway, node: Path, version: str
) -> None:
    gateway.answers(Reply.body({"error": {"message": "no credit"}}, 402))
    failed = await talk(node, version, chat, "send", "Hi")
    assert "no credit" in failed["errors"][0]
    gateway.answers(Reply.sse(text("Partial"), hold(), stop()))
    sending = asyncio.create_task(talk(node, version, chat, "send", "Hi"))
    await gateway.request(2)
    while not (await chat.client.post("/api/chat/s1/stop")).json()["stopped"]:
        await asyncio.sleep(0.01)
    stopped = await sending
    assert stopped["errors"] == []
    assert stopped["chunks"][-2:] == ["abort", "finish"]


@VERSIONS
async def test_the_client_sends_a_file_in_a_data_url(
    chat: Served, gateway: ScriptedGateway, node: Path, version: str
) -> None:
    url = f"data:image/png;base64,{base64.b64encode(png()).decode()}"
    read = await talk(node, version, chat, "send", "What is this?", url)
    assert read["errors"] == []
    content = gateway.requests[0].json["messages"][-1]["content"]
    assert [part["type"] for part in content] == ["text", "image_url", "text"]
    assert content[1]["image_url"]["url"] == url
    file, _ = (await idle(chat.client))["messages"][0]["parts"]
    assert (file["filename"], file["mediaType"]) == ("photo.png", "image/png")
    assert (await chat.client.get(file["url"])).content == png()


@VERSIONS
async def test_the_client_has_an_answer_written_anew(
    chat: Served, gateway: ScriptedGateway, node: Path, version: str
) -> None:
    gateway.answers(Reply.sse(text("first"), stop()), Reply.sse(text("second"), stop()))
    sent = await talk(node, version, chat, "send", "Hi")
    again = await talk(node, version, chat, "regenerate", "Hi", sent["message"]["id"])
    assert again["errors"] == []
    assert again["message"]["parts"][-1]["text"] == "second"
    question, answer = (await idle(chat.client))["messages"]
    assert question["parts"] == [{"type": "text", "text": "Hi"}]
    assert answer["versions"] == [sent["message"]["id"], again["message"]["id"]]
    assert answer["id"] == again["message"]["id"]


@VERSIONS
async def test_the_client_is_not_troubled_by_a_message_that_waits(
    chat: Served, gateway: ScriptedGateway, node: Path, version: str
) -> None:
    gateway.answers(Reply.sse(text("one"), hold(), stop()), Reply.sse(text("two"), stop()))
    sending = asyncio.create_task(talk(node, version, chat, "send", "Hi"))
    await gateway.request()
    waiting = await talk(node, version, chat, "send", "And?")
    assert waiting["errors"] == []
    assert waiting["chunks"] == []
    gateway.release()
    assert (await sending)["errors"] == []
    await gateway.request(2)
    texts = [m["parts"][-1]["text"] for m in (await idle(chat.client))["messages"]]
    assert texts == ["Hi", "one", "And?", "two"]
