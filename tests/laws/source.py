"""The project's Python and SQL as the laws read them."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app import schema

ROOT = Path(__file__).parents[2]

#: Taken over as its library declares it: neither our style nor our words.
VENDORED = {"app/migrations/0007_pgqueuer.sql"}


@dataclass(frozen=True)
class Module:
    """A Python module of `app/`. Its room is what stands after `app.`; a package is one room."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.name.partition(".")[2].split(".")[0]

    def docstrings(self) -> set[ast.expr]:
        return {
            node.body[0].value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }

    def imports(self) -> Iterator[tuple[str, list[str]]]:
        """What is imported, and which names of it; none for the whole module."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, []) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.name}: imports are absolute"
                yield node.module or "", [alias.name for alias in node.names]


def modules() -> list[Module]:
    found = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found.append(Module(name, path, ast.parse(path.read_text(encoding="utf-8"))))
    return found


def texts(module: Module) -> Iterator[tuple[int, str]]:
    """Line and text of each string, docstrings and patterns left out; parts that the code joins count as one."""
    whole: set[ast.AST] = set(module.docstrings())
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile")):
                whole.update(ast.walk(node))
        if node not in whole and (text := _joined(node)):
            whole.update(ast.walk(node))
            yield getattr(node, "lineno", 0), text


def _joined(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_joined, parts))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined(left) + _joined(right)
        case ast.Call(
            func=ast.Attribute(value=ast.Constant(value=str()), attr="join"),
            args=[ast.List(elts=parts) | ast.Tuple(elts=parts)],
        ):
            return "".join(map(_joined, parts))
        case _:
            return ""


@dataclass(frozen=True)
class Sql:
    """A file of `sql/`; `bare` is its text without comments, strings and quoted names."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        return self.path.relative_to(schema.SQL).as_posix()

    @property
    def room(self) -> str:
        return self.path.parent.name

    @property
    def bare(self) -> str:
        text = re.sub(r"\$(\w+)\$.*?\$\1\$", "''", self.text, flags=re.S)
        # Comments and strings in one go: each may hold what looks like the other.
        return re.sub(r"--[^\n]*|(?:\b[eEuUbB]&?)?'(?:[^']|'')*'|\"[^\"]*\"", " '' ", text)


def sql_files(pattern: str) -> list[Sql]:
    found = [Sql(path, path.read_text(encoding="utf-8")) for path in sorted(schema.SQL.glob(pattern))]
    return [file for file in found if file.name not in VENDORED]


def migrations() -> list[Sql]:
    return sql_files("*/migrations/*.sql")


def code() -> list[Sql]:
    """Functions, views and triggers."""
    return [file for file in sql_files("*/*/*.sql") if file.room != "migrations"]


def functions() -> list[Sql]:
    return [file for file in code() if file.path.name not in ("views.sql", "triggers.sql")]


def broken(faults: Mapping[str, Collection[Any]]) -> dict[str, Any]:
    """The names with a fault, for a test that compares with {}."""
    return {name: found for name, found in faults.items() if found}
