"""Taking out of the lines of an export what must not be seen, and nothing else of them."""

import json
import re
from collections.abc import Callable

from app.transfer.shapes import KINDS

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')


def hidden(kind: str, line: str, shown: Callable[[str], str]) -> str:
    """Return a line with each text in it as `shown` returns it; all else stays as it is, byte for byte.

    Columns that name something stay too, and so do files, which are what was attached: the line can be imported.
    """
    if kind == "attachment" or shown(line) == line:
        return line
    texts = KINDS[kind].texts()
    depth, column = 0, ""

    def token(found: re.Match[str]) -> str:
        nonlocal depth, column
        if found[0] in "[]{}":
            depth += 1 if found[0] in "[{" else -1
        elif depth == 2 and line.startswith(":", found.end()):
            column = found[0][1:-1]
        elif depth >= 2 and column in texts:
            return _shown(found[0], shown)
        return found[0]

    return _TOKEN.sub(token, line)


def _shown(written: str, shown: Callable[[str], str]) -> str:
    text = json.loads(written)
    kept = shown(text)
    return written if kept == text else json.dumps(kept, ensure_ascii=False)
