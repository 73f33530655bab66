"""Nothing but text crosses from a specialist to its supervisor (contract R5)."""

import ast

import psycopg
import pytest

from tests.laws.source import modules
from tests.support import Cluster

#: What the supervisor's side asks of the database about a specialist's part.
ASKED = {
    "delegate": "begins it",
    "ending": "whether it ended well",
    "delegation_result": "its text, as the database cuts it",
}
DELEGATION = next(module for module in modules() if module.name == "app.agent.delegation")


def test_the_supervisors_side_asks_for_a_text_and_for_nothing_else() -> None:
    calls = {
        node.func.attr
        for node in ast.walk(DELEGATION.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("execution", "delegation", "approval", "thread")
    }
    assert calls == set(ASKED)


def test_what_a_delegation_returns_is_a_text() -> None:
    returned = {
        node.name: ast.unparse(node.returns)
        for node in ast.walk(DELEGATION.tree)
        if isinstance(node, ast.AsyncFunctionDef) and node.returns is not None
    }
    assert returned == {"run": "str", "_delegate": "str | None"}


@pytest.mark.parametrize("part", ["reasoning", "tool-skill", "data-agentActivity", "file", "source-url"])
def test_no_other_part_of_an_answer_is_in_that_text(cluster: Cluster, part: str) -> None:
    parts = [
        {"type": "step-start"},
        {"type": "text", "text": "on the way CANARY"},
        {"type": "step-start"},
        {
            "type": part, "text": "CANARY", "toolCallId": "c", "input": {"x": "CANARY"}, "output": "CANARY",
            "data": {"x": "CANARY"}, "url": "CANARY",
        },
        {"type": "text", "text": "the answer"},
    ]  # fmt: skip
    with cluster.database() as dsn, psycopg.connect(dsn) as db:
        [(parent,)] = db.execute(
            "select execution_id from execution.accept_turn"
            "('s', 'm', '[{\"type\": \"text\", \"text\": \"hello\"}]', 'me', 10, 'model')"
        ).fetchall()
        [(child, thread_id, answer_id)] = db.execute(
            "select execution_id, thread_id, answer_id"
            " from execution.delegate(%s, 'me', 'c1', 'researcher', 'Look.', 10)",
            [parent],
        ).fetchall()
        db.execute("select execution.finish(%s, 'me', 'completed', 'final')", [child])
        db.execute(
            "select thread.append(%s, %s, 'assistant', %s, '{}', %s, 'prompt', true)",
            [thread_id, answer_id, psycopg.types.json.Jsonb(parts), child],
        )
        [(result,)] = db.execute("select execution.delegation_result(%s)", [child]).fetchall()
    assert result == "the answer"
