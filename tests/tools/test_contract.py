"""What every tool keeps to, whatever it does (contract R7)."""

import importlib
import pkgutil
import re
from pathlib import Path
from typing import Annotated, get_args

import pytest
from pydantic import Field

from app import tools
from app.tools import TOOLS, Tool, ToolContext
from app.tools.base import Need, tool

#: The tools of skills keep the names that others gave them.
_KEY = re.compile(r"[a-z]+([A-Z][a-z]*)*|skill_[a-z]+")
_EACH = pytest.mark.parametrize("one", TOOLS.values(), ids=TOOLS)


def groups() -> set[str]:
    return {module.name for module in pkgutil.iter_modules(tools.__path__)} - {"base"}


@_EACH
def test_a_tool_has_a_key_an_id_and_a_description(one: Tool) -> None:
    assert _KEY.fullmatch(one.key)
    assert one.id == re.sub("([A-Z])", r"-\1", one.key).lower().replace("_", "-")
    assert 20 <= len(one.description) <= 1000
    assert one.group in groups()
    assert set(one.needs) <= set(get_args(Need))


@_EACH
def test_what_the_model_is_told_is_what_is_checked(one: Tool) -> None:
    told = one.schema["function"]
    assert (told["name"], told["description"]) == (one.key, one.description)
    assert told["parameters"]["type"] == "object"
    assert told["parameters"]["additionalProperties"] is False
    assert set(told["parameters"]["properties"]) == set(one.arguments.model_fields)
    for name, field in told["parameters"]["properties"].items():
        assert field.get("description"), f"{one.key}: {name} says what it is for"


def test_no_tool_is_forgotten_and_no_key_is_taken_twice() -> None:
    made = [
        value
        for group in groups()
        for value in vars(importlib.import_module(f"app.tools.{group}")).values()
        if isinstance(value, Tool)
    ]
    assert sorted(each.key for each in made) == sorted(TOOLS)
    assert all(TOOLS[each.key] is each for each in made)


def test_every_group_has_its_contract_test() -> None:
    tested = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert groups() - tested == set()


async def first_thing(
    _context: ToolContext, what: Annotated[str, Field(description="What to do first.")]
) -> str:
    """Do the first thing there is to do."""
    return what


def test_a_plain_tool_needs_nothing_and_never_waits() -> None:
    made = tool(first_thing)
    assert (made.key, made.id, made.group) == ("firstThing", "first-thing", "test_contract")
    assert (made.needs, made.suspends) == ((), False)


def test_a_tool_says_what_it_needs_and_whether_it_may_wait() -> None:
    made = tool(key="first_thing", needs=("workspace", "secret"), suspends=True)(first_thing)
    assert (made.key, made.schema["function"]["name"]) == ("first_thing", "first_thing")
    assert (made.needs, made.suspends) == (("workspace", "secret"), True)
