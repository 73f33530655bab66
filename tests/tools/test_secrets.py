"""The group `secrets`: values of the execution's owner, encrypted, and what is hidden of calls (contract X1)."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from app.db import Database
from app.embedded import Dsns
from app.redaction import Redactor
from app.tools import TOOLS, ToolContext, ToolError
from app.vault import Vault
from tests.tools.making import context

store, recall, update = (TOOLS[key] for key in ("storeSecret", "recallSecret", "updateSecret"))


@pytest.fixture
async def db(dsns: Dsns) -> AsyncIterator[Database]:
    opened = Database(dsns.application, min_size=1, max_size=2)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def redactor() -> Redactor:
    return Redactor()


@pytest.fixture
def of_me(db: Database, redactor: Redactor) -> ToolContext:
    return replace(context(db, "me", "s1"), vault=Vault(db, [b"k" * 32], redactor))


async def test_a_value_comes_back_for_its_owner_by_its_exact_name(of_me: ToolContext) -> None:
    await store.call(of_me, {"name": "Token", "value": "one"})
    assert await recall.call(of_me, {"name": "Token"}) == "one"
    await update.call(of_me, {"name": "Token", "value": "two"})
    assert await recall.call(of_me, {"name": "Token"}) == "two"
    for other in (replace(of_me, resource_id="you"), of_me):
        with pytest.raises(ToolError, match="no secret of this name"):
            await recall.call(other, {"name": "Token" if other is not of_me else "token"})


async def test_storing_refuses_a_name_that_exists_and_replacing_one_that_does_not(of_me: ToolContext) -> None:
    await store.call(of_me, {"name": "a", "value": "one"})
    with pytest.raises(ToolError, match="already"):
        await store.call(of_me, {"name": "a", "value": "two"})
    with pytest.raises(ToolError, match="no secret of this name"):
        await update.call(of_me, {"name": "b", "value": "two"})
    assert await recall.call(of_me, {"name": "a"}) == "one"


async def test_what_was_stored_or_recalled_is_redacted_from_then_on(
    of_me: ToolContext, redactor: Redactor, db: Database
) -> None:
    await store.call(of_me, {"name": "a", "value": "a long value"})
    assert redactor.text("say a long value") == "say [secret:a]"
    later = Redactor()
    elsewhere = replace(of_me, vault=Vault(db, [b"k" * 32], later))
    assert later.text("a long value") == "a long value"
    await recall.call(elsewhere, {"name": "a"})
    assert later.text("a long value") == "[secret:a]"


async def test_another_key_opens_nothing(of_me: ToolContext, db: Database) -> None:
    await store.call(of_me, {"name": "a", "value": "one"})
    wrong = replace(of_me, vault=Vault(db, [b"w" * 32], Redactor()))
    with pytest.raises(ToolError, match="another key"):
        await recall.call(wrong, {"name": "a"})


async def test_a_change_of_the_key_may_be_interrupted_and_goes_on(of_me: ToolContext, db: Database) -> None:
    for n in range(5):
        await store.call(of_me, {"name": f"n{n}", "value": f"value {n}"})
    both = Vault(db, [b"n" * 32, b"k" * 32], Redactor())
    begun = both.rotate()
    assert [await anext(begun), await anext(begun)] == ["n0", "n1"]
    await begun.aclose()
    assert await both.reveal("me", "n0") == "value 0"
    assert await both.reveal("me", "n4") == "value 4", "both keys open what is theirs"
    await both.update("me", "n3", "newer")
    assert [name async for name in both.rotate()] == ["n2", "n4"], "what has the new key already is left"
    new = Vault(db, [b"n" * 32], Redactor())
    assert [await new.reveal("me", f"n{n}") for n in range(5)] == [
        "value 0", "value 1", "value 2", "newer", "value 4",
    ]  # fmt: skip
    old = Vault(db, [b"k" * 32], Redactor())
    assert "another key" in await old.trouble()


def test_values_are_hidden_where_calls_are_shown() -> None:
    assert store.shown({"name": "a", "value": "one"}) == {"name": "a", "value": "[hidden]"}
    assert update.shown({"name": "a", "value": "one"})["value"] == "[hidden]"
    assert recall.shown({"name": "a"}) == {"name": "a"}
    assert all(each.needs == ("secret",) for each in (store, recall, update))
