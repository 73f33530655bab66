"""Templates and markdown: everything that becomes HTML goes through here.

Text from people and models reaches a page in two ways only: escaped by the templates, or as
markdown through `markdown()`, whose output holds nothing but the elements listed below.
"""

import functools
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jinja2
import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.web import code_blocks, highlight

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"

#: Longer texts (characters) are shown as they are: formatting them would hold up the server.
MARKDOWN_LIMIT = 200_000

_TAGS = {
    *("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "em", "strong", "s"),
    *("ul", "ol", "li", "a", "div", "table", "thead", "tbody", "tr", "th", "td", "span", "button"),
}
_ATTRIBUTES = {
    "a": {"href", "title", "target"},
    "button": {"class", "type", "data-copy"},
    "code": {"class"},
    "div": {"class"},
    "span": {"class"},
    "ol": {"start"},
    "th": {"class"},
    "td": {"class"},
}
_REL = "noopener noreferrer nofollow"
_LINK = re.compile(r"(?:https?|mailto):", re.I)
_BARE_LINK = re.compile(r"https?://\w[^\s<>\"'`|\\^{}]+", re.I)
_ALIGNMENT = re.compile(r"text-align:(left|center|right)")
#: What an attribute's value must look like to stay.
_VALUES = {
    "href": _LINK.match,
    "title": re.compile(r"").match,
    "target": re.compile(r"_blank\Z").match,
    "rel": re.compile(rf"{_REL}\Z").match,
    "start": re.compile(r"\d{1,9}\Z").match,
    "class": re.compile(
        rf"(?:language-[\w+#.-]{{1,40}}|table|left|center|right|code|code-bar|{code_blocks.COPY}|{'|'.join(highlight.CLASSES)})\Z"
    ).match,
    "type": re.compile(r"button\Z").match,
    "data-copy": re.compile(r"\Z").match,
}


def _filter_attribute(_element: str, attribute: str, value: str) -> str | None:
    allowed = _VALUES.get(attribute)
    return value if allowed is not None and allowed(value) else None


def _image_as_link(
    _renderer: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    """Show an image as a link: loading it would tell its server that, and what, is being read."""
    token = tokens[index]
    source = html.escape(str(token.attrs.get("src", "")))
    label = html.escape(token.content or "image")
    return f'<a href="{source}">Image: {label}</a>'


def _table_open(
    _renderer: RendererHTML, _tokens: Sequence[Token], _index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return '<div class="table"><table>\n'


def _table_close(
    _renderer: RendererHTML, _tokens: Sequence[Token], _index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return "</table></div>\n"


def _align_by_class(state: StateCore) -> None:
    """Turn the alignment of table cells from a style, which the page's policy forbids, into a class."""
    for token in state.tokens:
        if token.type in ("th_open", "td_open"):
            alignment = _ALIGNMENT.match(str(token.attrs.pop("style", "")))
            if alignment:
                token.attrs["class"] = alignment[1]


def _link_addresses(state: StateCore) -> None:
    """Make links of addresses that stand bare in the text."""
    for block in state.tokens:
        if block.children and "://" in block.content:
            block.children = _with_links(block.children)


def _with_links(tokens: list[Token]) -> list[Token]:
    linked: list[Token] = []
    depth = 0
    for token in tokens:
        depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type == "text" and depth == 0 and "://" in token.content:
            linked.extend(_split_at_links(token.content))
        else:
            linked.append(token)
    return linked


def _split_at_links(text: str) -> list[Token]:
    tokens: list[Token] = []
    end = 0
    for match in _BARE_LINK.finditer(text):
        address = _without_trailing_marks(match[0])
        tokens.append(Token("text", "", 0, content=text[end : match.start()]))
        tokens.append(Token("link_open", "a", 1, attrs={"href": address}))
        tokens.append(Token("text", "", 0, content=address))
        tokens.append(Token("link_close", "a", -1))
        end = match.start() + len(address)
    tokens.append(Token("text", "", 0, content=text[end:]))
    return tokens


def _without_trailing_marks(address: str) -> str:
    """Leave the sentence's punctuation, and a bracket that was opened before it, out of the address."""
    while address[-1] in ".,;:!?*_~)]":
        if address[-1] == ")" and address.count("(") >= address.count(")"):
            break
        address = address[:-1]
    return address


def _build_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.core.ruler.push("align_by_class", _align_by_class)
    parser.core.ruler.push("link_addresses", _link_addresses)
    parser.add_render_rule("image", _image_as_link)
    parser.add_render_rule("fence", code_blocks.fence)
    parser.add_render_rule("code_block", code_blocks.indented)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


_PARSER = _build_parser()
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes=_ATTRIBUTES,
    attribute_filter=_filter_attribute,
    url_schemes={"http", "https", "mailto"},
    set_tag_attribute_values={"a": {"target": "_blank"}},
    link_rel=_REL,
)


def render_markdown(text: str, growing: bool = False) -> Markup:
    """Return the inert HTML of a markdown text; one that is too long, or defeats the parser, as it is.

    Of a `growing` text the end may be missing.
    """
    if len(text) > MARKDOWN_LIMIT:
        return _as_it_is(text)
    try:
        return Markup(_CLEANER.clean(_PARSER.render(text, {"growing": growing})))  # noqa: S704 - cleaned just here
    except (RecursionError, IndexError, ValueError):
        return _as_it_is(text)


def _as_it_is(text: str) -> Markup:
    return Markup("<pre><code>{}</code></pre>").format(text)


@functools.lru_cache(maxsize=512)
def markdown(text: str) -> Markup:
    """Return `render_markdown(text)`, remembered: for texts that will not change any more."""
    return render_markdown(text)


def plain(text: str, limit: int) -> str:
    """Return what a reader hears of a markdown text: its words, at most `limit` characters."""
    words = nh3.clean(markdown(text), tags=set(), clean_content_tags={"button"})
    return " ".join(html.unescape(words).split())[:limit]


def ago(moment: datetime, now: datetime | None = None) -> str:
    """Return how long ago `moment` was, in the largest fitting unit, or its date after a week."""
    seconds = max(0.0, ((now or datetime.now(UTC)) - moment).total_seconds())
    if seconds < 60:
        return "just now"
    for unit, size, limit in (("min", 60, 3600), ("h", 3600, 86_400), ("d", 86_400, 7 * 86_400)):
        if seconds < limit:
            return f"{int(seconds // size)} {unit} ago"
    return f"{moment.day} {moment:%b %Y}"


def exact(moment: datetime) -> str:
    """Return the moment in full, in the server's zone."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S %Z}"


def pretty(value: Any, limit: int = 20_000) -> str:
    """Return a JSON value to be read: text as it is, anything else indented, cut after `limit` characters."""
    text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False, default=str)
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n… {len(text) - limit:,} more characters"


@functools.cache
def asset(name: str) -> str:
    """Return the address of a static file; it changes with the file, so browsers may keep it."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


def _build_environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"ago": ago, "exact": exact, "pretty": pretty, "markdown": markdown}
    environment.globals |= {"asset": asset}
    return environment


_ENVIRONMENT = _build_environment()


def template(name: str, **context: Any) -> str:
    """Return a template's HTML."""
    return _ENVIRONMENT.get_template(name).render(context)


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks for a part of a page; going back in the history asks for the whole of it."""
    headers = request.headers
    return headers.get("hx-request") == "true" and headers.get("hx-history-restore-request") != "true"


def respond(
    request: Request,
    name: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:
    """Return a template as the response, with what every page needs beside its own context."""
    theme = request.cookies.get("popagent_theme", "")
    context["theme"] = theme if theme in ("light", "dark") else "auto"
    context["fragment"] = wants_fragment(request)
    return page(template(name, **context), status, headers)


def page(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """Return HTML as a response that no cache may give to anyone else, or for another kind of request."""
    kept_private = {"Cache-Control": "private, no-cache", "Vary": "HX-Request, Cookie"}
    return HTMLResponse(text, status, {**kept_private, **(headers or {})})


def go_to(request: Request, address: str) -> Response:
    """Send the browser to another page, after a form or from htmx."""
    if wants_fragment(request):
        return Response(status_code=200, headers={"HX-Redirect": address})
    return Response(status_code=303, headers={"Location": address})
