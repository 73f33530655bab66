"""`popagent memory`: what is remembered, from the command line."""

import pytest

from app.embedded import Dsns
from tests.cli.helpers import Popagent


@pytest.fixture
def memory(popagent: Popagent, dsns: Dsns) -> Popagent:
    """The command line on fresh databases."""
    popagent.environment |= {
        "DATABASE_URL": dsns.application,
        "OBSERVABILITY_DATABASE_URL": dsns.observability,
    }
    return popagent


def test_a_fact_is_added_found_exported_forgotten_and_imported_again(memory: Popagent) -> None:
    added = memory.run("memory", "add", "Prefers tea", "--key", "drink.morning", "--importance", "0.9")
    assert added.returncode == 0, added.stderr
    id = added.stdout.split()[0]
    assert "was known already" in memory.run("memory", "add", "Prefers tea", "--key", "drink.morning").stdout
    memory.run("memory", "add", "Prefers mate", "--key", "drink.morning")

    found = memory.run("memory", "search", "what does the owner drink")
    assert found.returncode == 0
    assert id in found.stdout
    assert "Prefers mate" in found.stdout
    assert "Prefers tea" not in found.stdout

    exported = memory.folder / "memories.jsonl"
    assert "2 memories written" in memory.run("memory", "export", str(exported)).stdout
    assert "1 earlier values" in memory.run("memory", "forget", id).stdout
    assert memory.run("memory", "search", "drink").returncode == 1
    assert "2 of 2 memories imported" in memory.run("memory", "import", str(exported)).stdout
    assert "0 of 2" in memory.run("memory", "import", str(exported)).stdout
    assert memory.run("memory", "export").stdout == exported.read_text()


def test_history_is_imported_with_what_took_its_place_or_not_at_all(memory: Popagent) -> None:
    id = memory.run("memory", "add", "Prefers tea", "--key", "drink").stdout.split()[0]
    memory.run("memory", "add", "Prefers mate", "--key", "drink")
    exported = memory.folder / "memories.jsonl"
    memory.run("memory", "export", str(exported))
    memory.run("memory", "forget", id)
    memory.run("memory", "add", "Prefers water", "--key", "drink")
    assert "0 of 2 memories imported" in memory.run("memory", "import", str(exported)).stdout
    assert memory.run("memory", "export").stdout.count("\n") == 2


def test_what_cannot_be_done_is_one_line_and_changes_nothing(memory: Popagent) -> None:
    wrong = memory.folder / "wrong.jsonl"
    wrong.write_text('{"format": "popagent-memories", "version": 1}\n{"id": "x"}\n{broken\n')
    foreign = memory.folder / "foreign.jsonl"
    foreign.write_text("hello\n")
    nothing = memory.folder / "nothing.jsonl"
    nothing.write_text(
        '{"format": "popagent-memories", "version": 1}\n{"id": "00000000-0000-0000-0000-000000000000"}\n'
    )
    for arguments, status, complaint in (
        (("add", " "), 1, "needs some text"),
        (("add", "x", "--importance", "2"), 2, "importance"),
        (("forget", "nothing"), 2, "UUID"),
        (("forget", "00000000-0000-0000-0000-000000000000"), 1, "does not exist"),
        (("import", str(wrong)), 1, "line 3"),
        (("import", str(foreign)), 1, "not an export"),
        (("import", str(nothing)), 1, "no memory"),
        (("import", "nowhere.jsonl"), 1, "No such file"),
        (("export", str(wrong)), 1, "File exists"),
    ):
        done = memory.run("memory", *arguments)
        assert done.returncode == status, (arguments, done)
        assert complaint in done.stderr
        assert "Traceback" not in done.stderr
    assert memory.run("memory", "export").stdout.count("\n") == 1
