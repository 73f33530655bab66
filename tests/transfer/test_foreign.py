"""Exports of ChatGPT and Claude become sessions; the same file again adds nothing."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.rows import dict_row

from app.transfer import adopt, foreign
from app.transfer.adopt import Adopted
from app.transfer.lines import Broken
from tests.laws.source import ROOT
from tests.transfer.helpers import ask, exported, imported, opened

CHATGPT = (ROOT / "tests/data/chatgpt-conversations.json").read_bytes()
CLAUDE = (ROOT / "tests/data/claude-conversations.json").read_bytes()
TEA = "chatgpt-6610c10e-0000-4000-8000-0000000000a1"


async def take(dsn: str, file: bytes, *, remember: bool = False, write: bool = True) -> Adopted:
    """Take in a file as `popagent import` does."""
    source, told = io.BytesIO(file), lambda what, count: None
    async with opened(dsn) as db:
        adopt.check(source, told)
        return await adopt.adopt(db, source, write=write, remember=remember, told=told)


def messages(dsn: str, session: str) -> list[dict[str, Any]]:
    with psycopg.connect(dsn, row_factory=dict_row) as connection:
        return connection.execute(
            """
            select m.id, m.role, thread.text_of(m.parts) as text, m.shown, m.question_id,
                extract(epoch from m.created_at)::float as at, m.metadata #>> '{custom,model}' as model
            from popagent_messages m where m.thread_id = %s order by m.position
            """,
            [session],
        ).fetchall()


async def test_a_conversation_of_chatgpt_becomes_a_session(empty: str) -> None:
    taken = await take(empty, CHATGPT)
    assert (taken.new, taken.messages, taken.empty) == (2, 7, 1)
    assert taken.left_out == [("Damaged", "the message at which it was left is missing")]
    question, answer, again, first, second = messages(empty, TEA)
    assert question["text"] == "How long does green tea brew?"
    assert (answer["text"], answer["model"]) == (
        "```python\nprint(2 + 1)\n```\n\nThree minutes at 75 °C.",
        "gpt-4o",
    )
    assert answer["question_id"] == question["id"]
    assert (again["text"], again["at"]) == ("And black tea?", 1712345700.0)
    assert (first["text"], first["shown"]) == ("Five minutes.", False)
    assert (second["text"], second["shown"], second["model"]) == (
        "Three to five minutes, in boiling water.",
        True,
        "o1",
    )
    assert first["question_id"] == second["question_id"] == again["id"]
    row = "select (title, title_locked, archived_at is null, workspace_id)::text from popagent_sessions where id = %s"
    assert ask(empty, row, TEA) == '("Tea in the morning",f,t,default)'
    times = """
        select extract(epoch from created_at)::text || ' ' || extract(epoch from updated_at)
        from popagent_sessions where id = %s
    """
    assert ask(empty, times, TEA) == "1712345678.123456 1712345999.500000"


async def test_what_is_no_text_is_named(empty: str) -> None:
    await take(empty, CHATGPT)
    question, answer = messages(empty, "chatgpt-6610c10e-0000-4000-8000-0000000000b2")
    assert question["text"] == "[Image]\n\nWhat plant is this?\n\n[Attached: leaf.jpg]"
    assert answer["text"] == "A maple, I think 🍁."
    title = "select title || archived_at from popagent_sessions where id like '%%b2'"
    assert ask(empty, title).startswith("[Image]")


async def test_a_conversation_of_claude_becomes_a_session(empty: str) -> None:
    taken = await take(empty, CLAUDE)
    assert (taken.new, taken.messages) == (2, 4)
    assert taken.left_out == [("Of an unknown side", "message 1 is by neither side")]
    question, answer = messages(empty, "claude-c1a0de00-0000-4000-8000-0000000000a1")
    attached = "[Attached: report.txt]\n\nSales rose by a tenth\n\n[Attached: chart.png]"
    assert question["text"] == f"What does it say?\n\n{attached}"
    assert answer["text"] == "It says that sales rose.\n\nBy a tenth."
    question, answer = messages(empty, "claude-c1a0de00-0000-4000-8000-0000000000b2")
    assert (question["text"], answer["text"]) == ("Name a colour", "Ochre")
    assert ask(empty, "select title from popagent_sessions where id like 'claude%%b2'") == "Name a colour"


@pytest.mark.parametrize("file", [CHATGPT, CLAUDE], ids=["chatgpt", "claude"])
async def test_the_same_file_again_adds_nothing(empty: str, file: bytes) -> None:
    dry = await take(empty, file, write=False)
    assert ask(empty, "select count(*) from popagent_threads") == 0
    first = await take(empty, file)
    assert (dry.new, dry.messages) == (first.new, first.messages)
    before = await exported(empty)
    again = await take(empty, file)
    assert (again.new, again.messages, again.known) == (0, 0, first.new)
    assert await exported(empty) == before


async def test_a_session_that_goes_on_here_stays_as_it_is(empty: str) -> None:
    await take(empty, CHATGPT)
    with psycopg.connect(empty) as connection:
        connection.execute(
            "update popagent_sessions set title = 'Mine', title_locked = true, revision = 2 where id = %s",
            [TEA],
        )
    grown = json.loads(CHATGPT)
    grown[0]["title"] = "Theirs"
    taken = await take(empty, json.dumps(grown).encode())
    assert (taken.new, taken.known) == (0, 2)
    assert ask(empty, "select title from popagent_sessions where id = %s", TEA) == "Mine"


async def test_what_came_in_goes_out_and_into_another_database(empty: str, full: str) -> None:
    await take(empty, CHATGPT)
    await take(empty, CLAUDE)
    taken = await imported(full, await exported(empty))
    assert not taken.report.refused
    assert ask(full, "select count(*) from popagent_sessions where id ~ '^(chatgpt|claude)-'") == 4


async def test_exchanges_are_remembered_only_when_asked_for(empty: str) -> None:
    await take(empty, CHATGPT)
    assert ask(empty, "select count(*) from popagent_memories") == 0
    assert (await take(empty, CHATGPT, remember=True)).episodes == 3
    assert (
        ask(empty, "select count(*) from popagent_memories where session_id = %s and kind = 'episode'", TEA)
        == 2
    )
    assert (
        ask(empty, "select min(extract(epoch from created_at))::float from popagent_memories") == 1700000002.0
    )
    assert (await take(empty, CHATGPT, remember=True)).episodes == 0


async def test_a_zip_is_read_as_it_came(empty: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("user.json", "{}")
        archive.writestr("export/conversations-000.json", CHATGPT)
        archive.writestr("export/conversations-001.json", CLAUDE)
        archive.writestr("shared_conversations.json", "[]")
    assert (await take(empty, packed.getvalue())).new == 4


def nested(item: dict[str, Any]) -> None:
    item["mapping"]["bbb1"]["parent"] = "bbb2"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda item: item.update(mapping=[]), "no tree"),
        (lambda item: item.pop("current_node"), "missing"),
        (nested, "circle"),
        (lambda item: item.clear(), "neither of ChatGPT nor of Claude"),
    ],
)
async def test_a_malformed_conversation_is_named_and_the_others_come_in(
    empty: str, change: Callable[[dict[str, Any]], object], told: str
) -> None:
    items = json.loads(CHATGPT)[:2]
    change(items[1])
    taken = await take(empty, json.dumps(items).encode())
    assert taken.new == 1
    [(title, why)] = taken.left_out
    assert title == "untitled"
    assert told in why


@pytest.mark.parametrize(
    "node",
    [
        {"message": 1}, {"message": {"author": None, "content": None}}, {"children": [[], {}, None, "bbb2"]},
        {"message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [None, 1, {"x": 1}]}}},
        {"message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["a\0b\ud800"]}}},
        {"message": {"author": {"role": "user"}, "create_time": 1e300, "content": {"content_type": "text"}}},
        {"message": {"author": {"role": "user"}, "metadata": [], "content": {"content_type": "code", "text": 5}}},
    ],
)  # fmt: skip
async def test_nodes_of_any_form_do_no_harm(empty: str, node: dict[str, Any]) -> None:
    items = json.loads(CHATGPT)[1:2]
    items[0]["mapping"]["bbb1"] |= node
    taken = await take(empty, json.dumps(items).encode())
    assert taken.new == 1
    assert (
        messages(empty, "chatgpt-6610c10e-0000-4000-8000-0000000000b2")[-1]["text"] == "A maple, I think 🍁."
    )


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (CHATGPT[:-10], "breaks off"),
        (CHATGPT[:3000], "breaks off"),
        (b"[", "breaks off"),
        (b"[{]", "not JSON"),
        (b'[{"a": }]', "not JSON"),
        (b'[{"a": "\xff"}]', "UTF-8"),
        (b"PK\x03\x04 nothing", "cannot be read"),
    ],
)
async def test_a_broken_file_is_refused_before_anything_is_stored(empty: str, file: bytes, told: str) -> None:
    with pytest.raises(Broken, match=told):
        await take(empty, file)
    assert ask(empty, "select count(*) from popagent_threads") == 0


def test_a_zip_without_conversations_says_so() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("photo.jpg", b"")
    with pytest.raises(Broken, match=r"no conversations\.json"), foreign.opened(packed):
        pass


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


# How long it takes to think of examples depends on what else the machine does.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    items=st.lists(st.dictionaries(st.text(), _JSON), max_size=5),
    indent=st.sampled_from((None, 2)),
    size=st.integers(1, 7),
)
def test_a_list_is_read_object_by_object_wherever_its_pieces_end(
    items: list[dict[str, Any]], indent: int | None, size: int
) -> None:
    text = json.dumps(items, indent=indent, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if b"\xed" in text:
        return

    class InPieces(io.BytesIO):
        def read(self, _size: int | None = -1, /) -> bytes:
            return super().read(size)

    assert [json.loads(each) for each in foreign.elements(InPieces(text))] == items


async def test_messages_with_one_id_are_not_taken_for_one(empty: str) -> None:
    items = json.loads(CLAUDE)[:1]
    items[0]["chat_messages"][1]["uuid"] = items[0]["chat_messages"][0]["uuid"]
    taken = await take(empty, json.dumps(items).encode())
    assert taken.left_out == [("Reading a report", "two of its messages have the same id")]


async def test_a_long_conversation_comes_in_whole(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adopt, "_BYTES_A_CALL", 5_000)
    items = json.loads(CLAUDE)[:1]
    first, second = items[0]["chat_messages"]
    items[0]["chat_messages"] = [
        {**one, "uuid": f"m{turn}-{one['sender']}"} for turn in range(200) for one in (first, second)
    ]
    taken = await take(empty, json.dumps(items).encode())
    assert taken.messages == 400
    assert ask(empty, "select count(*) from popagent_messages") == 400
    assert (await take(empty, json.dumps(items).encode())).known == 1
