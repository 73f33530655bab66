"""What Python does not do here: read the environment, hold statements, hold prompts, grow without end."""

import ast
import re
from collections.abc import Callable, Iterator

from tests.laws.source import Module, broken, modules, texts

MODULES = modules()

#: Only `settings` reads the environment. These build the environment of a program that they start, or
#: free this process of a variable that libpq would follow; `*` is the environment as a whole.
ENVIRONMENT = {
    "app.programs": {"PATH", "TZ"},
    "app.databases": {"*"},
    "app.embedded": {"PGHOSTADDR"},
}

#: Where statements may stand: the caller of functions, the loader, and what looks after servers.
STATEMENTS = {"db", "schema", "embedded", "databases", "doctor", "queue"}
STATEMENT = re.compile(
    r"\bselect\b.+\bfrom\s+[a-z_\"]|\binsert\s+into\b|\bupdate\s+\w+(\s+\w+)?\s+set\b|\bdelete\s+from\b"
    r"|\b(create|alter|drop)\s+(table|function|view|index|schema|database)\b|\btruncate\s+\w",
    re.IGNORECASE | re.DOTALL,
)

LONGEST_TEXT = 200
#: The demo model is a program of rules: what it says, and the words that it knows, are its own.
OWN_WORDS = {"app.demo.rules", "app.demo.memories"}
#: How one speaks to a model about who it is.
PROMPT = re.compile(r"\byou are (an?|the)\b|\byour (task|role|job|goal) is\b|\bact as an?\b", re.IGNORECASE)
LONGEST_FILE = 500


def environment_names(module: Module) -> Iterator[str]:
    """The names asked of `os.environ` or `os.getenv`."""
    parents = {child: node for node in ast.walk(module.tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(module.tree):
        match node:
            case ast.Attribute(value=ast.Name(id="os"), attr="environ" | "environb"):
                asked = parents[node]
                if isinstance(asked, ast.Attribute):
                    asked = parents[asked]
            case ast.Attribute(value=ast.Name(id="os"), attr="getenv" | "getenvb" | "putenv" | "unsetenv"):
                asked = parents[node]
            case _:
                continue
        match asked:
            case (
                ast.Subscript(slice=ast.Constant(value=str(name)))
                | ast.Call(args=[ast.Constant(value=str(name)), *_])
                | ast.Compare(left=ast.Constant(value=str(name)))
            ):
                yield name
            case _:
                yield "*"


def test_the_environment_is_read_in_one_place() -> None:
    faults = {}
    for module in MODULES:
        if module.name != "app.settings":
            taken = {name for source, names in module.imports() if source == "os" for name in names}
            options = {node.arg for node in ast.walk(module.tree) if isinstance(node, ast.keyword)}
            asked = set(environment_names(module)) - ENVIRONMENT.get(module.name, set())
            faults[module.name] = asked | ({"environ", "getenv"} & taken) | ({"envvar"} & options)
    assert broken(faults) == {}


def strings(unfit: Callable[[str], object]) -> dict[str, list[tuple[int, str]]]:
    """Where a string stands that does not fit, outside the modules that hold statements."""
    return {
        module.name: [(line, text[:80]) for line, text in texts(module) if unfit(text)]
        for module in MODULES
        if module.room not in STATEMENTS
    }


def test_statements_are_in_sql_files() -> None:
    assert broken(strings(STATEMENT.search)) == {}


def test_no_prompt_lives_in_python() -> None:
    """Long texts, and those that tell a model who it is, are rows, SQL functions or templates."""
    assert broken(strings(PROMPT.search)) == {}
    long = strings(lambda text: len(text) > LONGEST_TEXT)
    assert {name: found for name, found in broken(long).items() if name not in OWN_WORDS} == {}


def test_a_module_fits_the_eye() -> None:
    lines = {module.name: module.path.read_text(encoding="utf-8").count("\n") for module in MODULES}
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


def test_a_module_says_what_it_is_for() -> None:
    assert [module.name for module in MODULES if not ast.get_docstring(module.tree)] == []
