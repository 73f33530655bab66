"""The wrappers: one Python function for one SQL function, with its arguments and its columns."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
import pytest

from app import schema
from tests.laws.source import Module, broken, modules
from tests.support import Cluster

ROOMS = [room for rooms in schema.ROOMS.values() for room in rooms]
WRAPPERS = [module for module in modules() if module.room == "queries"]

#: What a column of each type may be in Python; `| None` may follow.
TYPES = {
    "text": {"str"},
    "text[]": {"list[str]"},
    "uuid": {"UUID"},
    "uuid[]": {"list[UUID]"},
    "bigint": {"int"},
    "bigint[]": {"list[int]"},
    "integer": {"int"},
    "double precision": {"float"},
    "boolean": {"bool"},
    "bytea": {"bytes"},
    "jsonb": {"dict[str, Any]", "list[dict[str, Any]]"},
    "timestamp with time zone": {"datetime"},
    "date": {"date"},
}


@dataclass(frozen=True)
class Function:
    """A function as pg_proc has it: arguments, those without a default, output columns with their types."""

    arguments: list[str]
    needed: set[str]
    columns: list[tuple[str, str]]


@dataclass(frozen=True)
class Call:
    """A call that a wrapper makes; `row` is None for a single value."""

    wrapper: str
    row: str | None
    function: str
    arguments: list[str | None]


@pytest.fixture(scope="module")
def functions(cluster: Cluster) -> dict[str, Function]:
    found = {}
    with cluster.database() as dsn, psycopg.connect(dsn) as connection:
        for name, names, modes, types, defaults in connection.execute(
            """
            select
                n.nspname || '.' || p.proname,
                coalesce(p.proargnames, '{}'),
                coalesce(p.proargmodes::text[], array_fill('i'::text, array[p.pronargs::int])),
                array(
                    select format_type(t.oid, null)
                    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality t (oid, n)
                    order by t.n
                ),
                p.pronargdefaults
            from pg_proc p
            join pg_namespace n on n.oid = p.pronamespace
            where n.nspname = any (%s)
            """,
            [ROOMS],
        ):
            arguments = [each for each, mode in zip(names, modes, strict=True) if mode in "ib"]
            columns = [
                (each, kind) for each, mode, kind in zip(names, modes, types, strict=True) if mode in "to"
            ]
            found[name] = Function(arguments, set(arguments[: len(arguments) - defaults]), columns)
    return found


def calls(module: Module) -> Iterator[Call]:
    for wrapper in module.tree.body:
        if isinstance(wrapper, ast.AsyncFunctionDef):
            for node in ast.walk(wrapper):
                match node:
                    case (
                        ast.Call(
                            func=ast.Attribute(attr="one" | "many"),
                            args=[_, ast.Name(id=row), ast.Constant(value=name)],
                        )
                        | ast.Call(
                            func=ast.Attribute(attr="one" | "many"),
                            args=[ast.Name(id=row), ast.Constant(value=name)],
                        )
                    ):
                        yield Call(wrapper.name, row, name, [keyword.arg for keyword in node.keywords])
                    case ast.Call(func=ast.Attribute(attr="value"), args=[ast.Constant(value=name)]):
                        yield Call(wrapper.name, None, name, [keyword.arg for keyword in node.keywords])


def fields(module: Module, row: str) -> list[tuple[str, str]]:
    """Names and types of a dataclass's fields, `| None` left out; it may be another module's."""
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef) and node.name == row:
            return [
                (part.target.id, ast.unparse(part.annotation).removesuffix(" | None"))
                for part in node.body
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
    for name, names in module.imports():
        if row in names:
            return fields(next(other for other in WRAPPERS if other.name == name), row)
    raise AssertionError(f"{module.name} has no {row}")


def test_a_wrapper_makes_one_call_of_the_function_it_is_named_after() -> None:
    faults = {}
    for module in WRAPPERS:
        # A room with many functions has more modules: <room>_<part>.
        room = module.name.rpartition(".")[2].partition("_")[0]
        wrappers = [node.name for node in module.tree.body if isinstance(node, ast.AsyncFunctionDef)]
        made = {
            wrapper: [call.function for call in calls(module) if call.wrapper == wrapper]
            for wrapper in wrappers
        }
        faults[module.name] = {
            wrapper: called for wrapper, called in made.items() if called != [f"{room}.{wrapper.rstrip('_')}"]
        }
    assert broken(faults) == {}


def test_a_wrapper_decides_nothing() -> None:
    deciding = (ast.If, ast.IfExp, ast.Match, ast.Try, ast.While, ast.For, ast.BoolOp)
    faults = {
        module.name: [node.lineno for node in ast.walk(module.tree) if isinstance(node, deciding)]
        for module in WRAPPERS
    }
    assert broken(faults) == {}


def test_a_wrapper_passes_the_arguments_of_its_function(functions: dict[str, Function]) -> None:
    faults: dict[str, list[str]] = {}
    for module in WRAPPERS:
        for call in calls(module):
            function = functions[call.function]
            given = set(call.arguments)
            faults[f"{module.name}.{call.wrapper}"] = [
                *(f"no argument {name}" for name in given - set(function.arguments)),
                *(f"lacks {name}" for name in function.needed - given),
            ]
    assert broken(faults) == {}


def test_a_row_has_the_columns_of_its_function(functions: dict[str, Function]) -> None:
    faults: dict[str, list[object]] = {}
    for module in WRAPPERS:
        for call in calls(module):
            columns = functions[call.function].columns
            if call.row is None:
                found = columns
            else:
                row = fields(module, call.row)
                fits = [name for name, _ in row] == [name for name, _ in columns] and all(
                    kind in TYPES[column] for (_, kind), (_, column) in zip(row, columns, strict=True)
                )
                found = [] if fits else [row, columns]
            faults[f"{module.name}.{call.wrapper}"] = list(found)
    assert broken(faults) == {}


def test_every_row_shape_is_used() -> None:
    faults = {}
    for module in WRAPPERS:
        rows = {node.name for node in module.tree.body if isinstance(node, ast.ClassDef)}
        faults[module.name] = rows - {call.row for call in calls(module)}
    assert broken(faults) == {}


def test_nobody_else_calls_functions_of_the_database() -> None:
    name = re.compile(rf"({'|'.join(ROOMS)})\\.\\w+")
    faults = {}
    for module in modules():
        if module.room not in ("queries", "schema"):
            faults[module.name] = [
                node.lineno
                for node in ast.walk(module.tree)
                if isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("one", "many", "value")
                and any(isinstance(a, ast.Constant) and name.fullmatch(str(a.value)) for a in node.args)
            ]
    assert broken(faults) == {}
