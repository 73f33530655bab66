"""Blocks of code in formatted text: their frame, with the language and a button that copies, and their colours."""

import html
from collections.abc import Sequence

from markdown_it.common.utils import unescapeAll
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from app.web import highlight

#: The classes of the button.
COPY = "plain small needs-script"


def fence(
    _renderer: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, env: EnvType
) -> str:
    """Show a block of code with its language's name and colours, and a button that copies it.

    A block that is still being written has no colours: they would be thought over with every frame.
    """
    token = tokens[index]
    language = (unescapeAll(token.info).split(maxsplit=1) or [""])[0]
    is_open = bool(env.get("growing")) and not _is_closed(token)
    code = html.escape(token.content) if is_open else highlight.highlight(token.content, language)
    return _code_block(code, language)


def _code_block(code: str, language: str = "") -> str:
    shown = html.escape(language)
    return (
        f'<div class="code"><div class="code-bar"><span>{shown or "text"}</span>'
        f'<button class="{COPY}" type="button" data-copy=""><span>Copy</span></button></div>\n'
        f'<pre><code class="language-{shown}">{code}</code></pre></div>\n'
    )


def _is_closed(fence: Token) -> bool:
    """Whether a fence has its last line: its lines are then two more than those of the code."""
    first, after = fence.map or [0, 0]
    lines = fence.content.removesuffix("\n").count("\n") + bool(fence.content)
    return after - first == lines + 2


def indented(
    _renderer: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return _code_block(html.escape(tokens[index].content))
