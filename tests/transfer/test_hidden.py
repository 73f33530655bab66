"""What must not be seen is taken out of an export, and all else goes along as it was."""

import json

import psycopg

from app.redaction import Redactor
from app.transfer.export import export
from app.transfer.hidden import hidden
from tests.transfer.helpers import ask, exported, imported, lines, opened

VALUE = 'sk-CANARY "4711"'
NAME = 'the "best" \\ token'


def redactor() -> Redactor:
    known = Redactor()
    known.add(VALUE, NAME)
    known.add("assistant", "weak")
    return known


def test_a_text_is_changed_and_nothing_beside_it() -> None:
    line = (
        '{"message": {"id": "assistant", "role": "assistant", "parts": [{"n": 1.10, "u": "\\u0001é",'
        f' "text": {json.dumps("an assistant: " + VALUE)}}}], "metadata": {{"a": 1e400}}}}}}'
    )
    shown = hidden("message", line, redactor().text)
    assert shown == (
        '{"message": {"id": "assistant", "role": "assistant", "parts": [{"n": 1.10, "u": "\\u0001é",'
        f' "text": {json.dumps(f"an [secret:weak]: [secret:{NAME}]")}}}], "metadata": {{"a": 1e400}}}}}}'
    )
    file = '{"attachment": {"name": "assistant"}}'
    assert hidden("attachment", file, redactor().text) == file


async def test_what_was_taken_out_of_is_imported(full: str, empty: str) -> None:
    with psycopg.connect(full) as connection:
        told = "select memory.remember('popagent-user', %s, null, 0.5, null)"
        connection.execute(told, [f"The token is {VALUE}"])
        nested = json.dumps([{"type": "text", "text": json.dumps({"token": VALUE})}])
        connection.execute("update popagent_messages set parts = %s where role = 'user'", [nested])
    async with opened(full) as db, db.snapshot() as view:
        file = b"".join([piece async for piece in export(view, shown=redactor().text)])
    assert b"CANARY" not in file
    assert (await imported(empty, file)).report.clean
    content = "select content from popagent_memories where content like 'The token%%'"
    assert ask(empty, content) == f"The token is [secret:{NAME}]"
    before, after = lines(await exported(full)), lines(file)
    assert len(before) == len(after)
    assert not [a for a, b in zip(after, before, strict=True) if a != b and b"[secret:" not in a]
