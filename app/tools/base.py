"""What a tool is: a typed function whose signature is its schema and whose docstring describes it."""

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_type_hints, overload
from uuid import UUID

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from app.db import Database, Refused
from app.vault import Vault

#: A result longer than this is cut, with a mark: it would crowd everything else out of the context.
RESULT_CHARACTERS = 50_000

#: Stands for an argument that is not written down.
HIDDEN = "[hidden]"

#: What an execution must have for a tool to work.
Need = Literal["workspace", "browser", "secret"]
Run = Callable[..., Awaitable[str]]


@dataclass(frozen=True)
class ToolContext:
    """What a tool may know of the execution that calls it, and how it was called.

    `recalled` are the memories that the execution was given; `vault` holds the secrets.
    """

    db: Database
    resource_id: str
    thread_id: str
    execution_id: UUID
    agent_id: str
    recalled: list[UUID] = field(default_factory=list)
    call_id: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    vault: Vault | None = None


class ToolError(Exception):
    """A call that failed in a way the model can do something about."""


@dataclass(frozen=True)
class Tool:
    """A tool: registry key (camelCase, what the model calls), hyphenated id, description, arguments, code.

    `schema` is the tool in the form that chat completions take it, `group` the module it is from, `needs` what an
    execution must have for it. A tool that `suspends` may wait for its owner, so that no other runs beside it.
    What it is given under the names that it `hides` is not written down. One that `reveals` a secret returns the value
    of the one that this argument names; what is written down is the name.
    """

    key: str
    id: str
    description: str
    arguments: type[BaseModel]
    schema: dict[str, Any]
    run: Run
    group: str
    needs: tuple[Need, ...] = ()
    suspends: bool = False
    hides: tuple[str, ...] = ()
    reveals: str = ""

    def shown(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments as they may be written down."""
        return arguments | {name: HIDDEN for name in self.hides if name in arguments}

    def shown_result(self, arguments: dict[str, Any], result: str) -> str:
        """Return the result as it may be written down."""
        return f"[secret:{arguments.get(self.reveals)}]" if self.reveals else result

    def given(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return arguments as its code takes them. Raises ToolError when they are not valid."""
        try:
            given = self.arguments.model_validate(arguments)
        except ValidationError as error:
            raise ToolError(_explain(self.key, error)) from error
        return {name: getattr(given, name) for name in type(given).model_fields}

    async def call(self, context: ToolContext, arguments: dict[str, Any]) -> str:
        """Validate `arguments`, run, return the result as text. Raises ToolError."""
        given = self.given(arguments)
        try:
            result = await self.run(context, **given)
        except Refused as refusal:
            raise ToolError(refusal.message) from refusal
        return _cut(result)


@overload
def tool(function: Run, /) -> Tool: ...


@overload
def tool(
    *,
    key: str | None = None,
    needs: tuple[Need, ...] = (),
    suspends: bool = False,
    hides: tuple[str, ...] = (),
    reveals: str = "",
) -> Callable[[Run], Tool]: ...


def tool(
    function: Run | None = None,
    /,
    *,
    key: str | None = None,
    needs: tuple[Need, ...] = (),
    suspends: bool = False,
    hides: tuple[str, ...] = (),
    reveals: str = "",
) -> Tool | Callable[[Run], Tool]:
    """Make a tool of an async function `(context, …) -> str`; its docstring is the description.

    Used as `@tool` or with options; `key` only where the name in camelCase is not the registry key.
    """

    def make(function: Run) -> Tool:
        return replace(_tool(function, key, needs), suspends=suspends, hides=hides, reveals=reveals)

    return make if function is None else make(function)


def _tool(function: Run, key: str | None, needs: tuple[Need, ...]) -> Tool:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {
        name: (hints[name], ... if parameter.default is parameter.empty else parameter.default)
        for name, parameter in inspect.signature(function).parameters.items()
        if name != "context"
    }
    head, *tail = function.__name__.split("_")
    key = key or head + "".join(word.capitalize() for word in tail)
    description = re.sub(r"\s+", " ", inspect.getdoc(function) or "").strip()
    arguments = create_model(key, __config__=ConfigDict(extra="forbid"), **fields)
    parameters = arguments.model_json_schema()
    del parameters["title"]
    return Tool(
        key=key,
        id=function.__name__.replace("_", "-"),
        description=description,
        arguments=arguments,
        schema={
            "type": "function",
            "function": {"name": key, "description": description, "parameters": parameters},
        },
        run=function,
        group=function.__module__.rpartition(".")[2],
        needs=needs,
    )


def _explain(key: str, error: ValidationError) -> str:
    faults = "; ".join(
        f"{'.'.join(map(str, e['loc'])) or 'arguments'}: {e['msg']}" for e in error.errors()[:5]
    )
    return f"The arguments of {key} are not valid, so it did not run. {faults}"


def _cut(text: str) -> str:
    if len(text) <= RESULT_CHARACTERS:
        return text
    return f"{text[:RESULT_CHARACTERS]}\n[cut: {len(text) - RESULT_CHARACTERS} more characters]"
