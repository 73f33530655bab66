"""Code in colours: spans of nine classes, whose colours are tokens of the theme.

Pygments' own formatter would wrap every word; a span here is a run of one class, and most of a text has none.
"""

import functools
import html
import time
from collections.abc import Iterator
from itertools import groupby

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType

#: Longer code (characters) stays plain.
LIMIT = 20_000
#: Seconds of CPU after which code stays plain: grammars are regular expressions, and some texts defeat them.
_PATIENCE = 0.2

#: The grammars that were tried with hostile texts of LIMIT characters; each bears it, given the patience.
_GRAMMARS = {
    *("bash", "batch", "c", "clojure", "cmake", "cpp", "csharp", "css", "dart", "diff", "docker", "elixir"),
    *("erlang", "go", "graphql", "groovy", "haskell", "html", "http", "java", "javascript", "jinja", "json"),
    *("jsx", "julia", "kotlin", "less", "lua", "makefile", "markdown", "nginx", "nix", "perl", "php"),
    *("powershell", "properties", "protobuf", "python", "r", "ruby", "rust", "scala", "scss", "sql", "swift"),
    *("terraform", "latex", "toml", "tsx", "typescript", "vim", "xml", "yaml", "zig"),
}
#: What else models call them.
_ALSO = {
    "bat": "batch",
    "c#": "csharp",
    "c++": "cpp",
    "cjs": "javascript",
    "clj": "clojure",
    "console": "bash",
    "cs": "csharp",
    "dockerfile": "docker",
    "env": "properties",
    "golang": "go",
    "h": "c",
    "hcl": "terraform",
    "hpp": "cpp",
    "hs": "haskell",
    "jinja2": "jinja",
    "js": "javascript",
    "json5": "json",
    "jsonc": "json",
    "kt": "kotlin",
    "make": "makefile",
    "md": "markdown",
    "mjs": "javascript",
    "patch": "diff",
    "pgsql": "sql",
    "pl": "perl",
    "plpgsql": "sql",
    "postgres": "sql",
    "postgresql": "sql",
    "proto": "protobuf",
    "ps1": "powershell",
    "py": "python",
    "py3": "python",
    "pycon": "python",
    "python3": "python",
    "rb": "ruby",
    "rs": "rust",
    "sh": "bash",
    "shell": "bash",
    "sqlite": "sql",
    "svg": "xml",
    "tex": "latex",
    "tf": "terraform",
    "ts": "typescript",
    "vue": "html",
    "yml": "yaml",
    "zsh": "bash",
}
#: Kinds of token by class, the narrower before the wider.
_CLASSES: list[tuple[_TokenType, str]] = [
    (Token.Comment.Preproc, "hl-keyword"),
    (Token.Comment, "hl-comment"),
    (Token.Keyword.Type, "hl-type"),
    (Token.Keyword.Constant, "hl-number"),
    (Token.Keyword, "hl-keyword"),
    (Token.Operator.Word, "hl-keyword"),
    (Token.Name.Function, "hl-function"),
    (Token.Name.Decorator, "hl-function"),
    (Token.Name.Class, "hl-type"),
    (Token.Name.Exception, "hl-type"),
    (Token.Name.Builtin, "hl-type"),
    (Token.Name.Tag, "hl-keyword"),
    (Token.Name.Attribute, "hl-function"),
    (Token.Literal.String, "hl-string"),
    (Token.Literal.Number, "hl-number"),
    (Token.Generic.Heading, "hl-heading"),
    (Token.Generic.Subheading, "hl-heading"),
    (Token.Generic.Inserted, "hl-added"),
    (Token.Generic.Deleted, "hl-removed"),
]
CLASSES = frozenset(name for _, name in _CLASSES)


@functools.lru_cache(maxsize=256)
def highlight(code: str, language: str) -> str:
    """Return code as HTML whose text is exactly the code; without colours when that would take too much."""
    lexer = _lexer(language.lower())
    if lexer is None or len(code) > LIMIT:
        return html.escape(code)
    runs = [
        (name, "".join(text for _, text in pieces))
        for name, pieces in groupby(_tokens(lexer, code), key=lambda token: token[0])
    ]
    # A lexer that ran out of patience has told less than there is; some write line ends as they like them.
    if "".join(text for _, text in runs) != code:
        return html.escape(code)
    return "".join(_span(name, html.escape(text)) for name, text in runs)


def _span(name: str, text: str) -> str:
    return f'<span class="{name}">{text}</span>' if name else text


def _tokens(lexer: Lexer, code: str) -> Iterator[tuple[str, str]]:
    """Yield class and text of each token, until all are told or it takes too long."""
    end = time.thread_time() + _PATIENCE
    for kind, text in lexer.get_tokens(code):
        yield _class_of(kind), text
        if time.thread_time() > end:
            return


@functools.cache
def _class_of(kind: _TokenType) -> str:
    return next((name for wider, name in _CLASSES if kind in wider), "")


def _lexer(language: str) -> Lexer | None:
    """Return a lexer of its own for each text: some keep state, and texts are formatted in several threads."""
    name = _ALSO.get(language, language)
    return get_lexer_by_name(name, stripnl=False, ensurenl=False) if name in _GRAMMARS else None
