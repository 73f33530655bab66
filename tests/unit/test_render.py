"""Markdown that cannot do anything, words for times and sizes, colours that can be read."""

import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.queries.execution import Message
from app.web import endings, rail, render, turns
from app.web.render import ago, markdown, pretty, render_markdown

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    "[x](jav&#x09;ascript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "<form action=/api/sessions><button>x</button></form>",
    "<style>@import url(//evil.example)</style>",
    '<div hx-trigger="load" hx-get="/api/sessions">x</div>',
    "</textarea></div>",
    "${{7*7}} {{7*7}} {% raw %}",
    '[x](https://a.example "\\"><script>alert(1)</script>")',
    '![x"onerror="alert(1)](https://a.example/p.png)',
    "![<script>](javascript:alert(1))",
    '```"><script>alert(1)</script>\ncode\n```',
    "``` x onmouseover=alert(1)\ncode\n```",
    "<hx-partial hx-target='body'>x</hx-partial>",
    "[x](/api/sessions) [y](//evil.example) [z](#messages) [v](vbscript:x) [f](file:///etc/passwd)",
    '<https://a.example/"onclick=alert(1)> <javascript:alert(1)>',
    "https://a.example/<script>alert(1)</script>",
    'https://a.example/"onmouseover="alert(1)',
    "| a |\n|:-:|\n| <b onclick=alert(1)> |",
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;",
    "[a]: javascript:alert(1)\n\n[a]",
    "<!-- --><script>alert(1)</script>",
]
ALLOWED = {
    "a": {"href", "title", "target", "rel"},
    "button": {"class", "type", "data-copy"},
    "code": {"class"},
    "div": {"class"},
    "span": {"class"},
    "ol": {"start"},
    "th": {"class"},
    "td": {"class"},
}


class _Inventory(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def _is_inert(html: str) -> bool:
    inventory = _Inventory()
    inventory.feed(html)
    for tag, attributes in inventory.elements:
        assert tag in render._TAGS, (tag, html)
        assert set(attributes) <= ALLOWED.get(tag, set()), (tag, attributes, html)
        if "href" in attributes:
            assert re.match(r"(https?:|mailto:)", attributes["href"] or ""), html
            assert attributes["target"] == "_blank"
            assert "noopener" in (attributes["rel"] or "")
            assert "noreferrer" in (attributes["rel"] or "")
        if tag == "button":
            assert attributes == {"class": "plain small needs-script", "type": "button", "data-copy": ""}
            continue
        assert re.fullmatch(
            r"|language-[\w+#.-]{1,40}|table|left|center|right|code|code-bar|hl-[a-z]+",
            attributes.get("class") or "",
        ), html
    return True


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_comes_out_inert(text: str) -> None:
    assert _is_inert(render_markdown(text))
    assert _is_inert(render_markdown(f"- > **{text}**\n\n{text}"))


@given(st.text(st.sampled_from("<>\"'`[](){}!*_~|:-=#&;/\\ \n\tahrefjavscripthtonx1.%\u202e")))
def test_any_text_comes_out_inert(text: str) -> None:
    assert _is_inert(render_markdown(text))


@given(st.lists(st.sampled_from(HOSTILE), max_size=4).map("".join))
def test_hostile_texts_glued_together_come_out_inert(text: str) -> None:
    assert _is_inert(render_markdown(text))


def test_the_usual_markdown_is_shown() -> None:
    html = render_markdown(
        "# T\n\n**b** *i* ~~s~~ `c`\n\n- x\n\n3. y\n\n> q\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"
    )
    for piece in (
        "<h1>T</h1>",
        "<strong>b</strong>",
        "<em>i</em>",
        "<s>s</s>",
        "<code>c</code>",
        '<ol start="3">',
        "<blockquote>",
        '<div class="table">',
        '<td class="right">2</td>',
        '<code class="language-python">x = <span class="hl-number">1</span>',
    ):
        assert piece in html


def test_links_open_elsewhere_and_tell_nothing() -> None:
    html = render_markdown("[x](https://a.example/?q=1&b=2 'hint')")
    assert 'href="https://a.example/?q=1&amp;b=2"' in html
    assert 'target="_blank"' in html
    assert 'rel="noopener noreferrer nofollow"' in html
    assert 'title="hint"' in html


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://a.example/x.", "https://a.example/x"),
        ("(https://a.example/x)", "https://a.example/x"),
        ("https://a.example/x_(y)", "https://a.example/x_(y)"),
        ("**https://a.example**", "https://a.example"),
        ("https://a.example/?a=1&b=2!", "https://a.example/?a=1&amp;b=2"),
    ],
)
def test_a_bare_address_becomes_a_link_without_the_sentences_marks(text: str, address: str) -> None:
    assert f'href="{address}"' in render_markdown(text)


@pytest.mark.parametrize(
    "text", ["`https://a.example`", "```\nhttps://a.example\n```", "https://", "http://..."]
)
def test_code_and_half_addresses_are_left_alone(text: str) -> None:
    assert "<a " not in render_markdown(text)


@pytest.mark.parametrize(
    ("text", "coloured"),
    [
        ("```py\nx = 1\n```", True),
        ("```py\nx = 1\n```\nand more", True),
        ("> ```py\n> x = 1\n> ```", True),
        ("- ~~~py\n  x = 1\n  ~~~", True),
        ("```py\nx = 1", False),
        ("```py\nx = 1\n", False),
        ("> ```py\n> x = 1", False),
    ],
)
def test_code_gets_its_colours_when_it_is_complete(text: str, coloured: bool) -> None:
    assert ("hl-number" in render_markdown(text, growing=True)) == coloured
    assert "hl-number" in render_markdown(text)


@pytest.mark.parametrize(
    "text", ["```\na < b\n```", "    a < b", "```nonsuch\na < b\n```", "```py\n```", "```"]
)
def test_every_block_of_code_has_its_bar(text: str) -> None:
    html = render_markdown(text)
    assert html.count('<div class="code-bar">') == 1
    assert "hl-" not in html


def test_an_image_is_a_link_and_is_not_loaded() -> None:
    html = render_markdown("![A cat](https://a.example/cat.png)")
    assert "<img" not in html
    assert 'href="https://a.example/cat.png"' in html
    assert "Image: A cat" in html


@pytest.mark.parametrize(
    "text",
    [
        "x" * 65_536,
        "[" * 20_000,
        "> " * 10_000,
        "*" * 30_000,
        "`" * 30_000,
        "- " * 10_000,
        "a|" * 20_000 + "\n" + "-|" * 20_000,
        "![" * 10_000,
        "<" * 50_000,
        "https://a" * 5_000,
        "\\" * 50_000,
        "~" * 50_001,
        "[a](" * 10_000,
        "&" * 50_000,
    ],
    ids=lambda text: text[:4],
)
def test_a_text_made_to_be_slow_is_shown_all_the_same(text: str) -> None:
    assert _is_inert(render_markdown(text))


def test_a_very_long_text_is_shown_as_it_is() -> None:
    html = render_markdown("<b>*x*</b> " * 30_000)
    assert html.startswith("<pre><code>&lt;b&gt;*x*")


def test_what_is_read_aloud_is_words_only() -> None:
    assert render.plain("# Hi\n\n**a** `<b>` &amp; [c](https://a.example)", 100) == "Hi a <b> & c"
    assert len(render.plain("word " * 1000, 50)) <= 50
    assert render.plain("So:\n\n```py\nx = 1\n```", 100) == "So: py x = 1"


@pytest.mark.parametrize(
    ("back", "words"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=59), "59 min ago"),
        (timedelta(hours=23, minutes=59), "23 h ago"),
        (timedelta(days=6, hours=23), "6 d ago"),
        (timedelta(days=8), "22 Nov 2026"),
    ],
)
def test_times_are_told_in_their_largest_unit(back: timedelta, words: str) -> None:
    assert ago(NOW - back, NOW) == words


@pytest.mark.parametrize(
    ("back", "heading"),
    [
        (timedelta(0), "Today"),
        (timedelta(hours=-1), "Today"),
        (timedelta(hours=13), "This week"),
        (timedelta(days=7), "Older"),
    ],
)
def test_chats_are_grouped_by_the_days_of_the_servers_zone(back: timedelta, heading: str) -> None:
    assert rail.period(NOW - back, NOW) == heading


def test_a_long_value_is_cut_and_says_so() -> None:
    assert pretty({"a": "é"}) == '{\n  "a": "é"\n}'
    assert pretty("x" * 25_000).endswith("… 5,000 more characters")


# ---- Turns ----


def _message(role: str, parts: list[dict[str, Any]], **more: Any) -> Message:
    known: dict[str, Any] = {
        "id": uuid4().hex,
        "role": role,
        "parts": parts,
        "metadata": {},
        "position": 1,
        "created_at": NOW,
        "execution_id": uuid4(),
        "state": "completed",
        "end_reason": "stop",
        "error": None,
    }
    return Message(**(known | more))


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words, "state": "done"}


def test_a_turn_that_failed_without_an_answer_offers_its_question_again() -> None:
    shown = turns.show(
        [_message("user", [_text("hi")], state="failed", end_reason="error", error="It is down.")]
    )
    assert [item.kind for item in shown] == ["asked", "answer"]
    assert isinstance(shown[1], turns.Answer)
    assert shown[1].notice == endings.Notice("danger", "It is down.", "Try again")


@pytest.mark.parametrize(
    ("state", "words"), [("stopped", "before anything was"), ("interrupted", "before anything had")]
)
def test_a_turn_that_said_nothing_is_not_told_to_go_on(state: str, words: str) -> None:
    answer = turns.show([_message("user", [_text("hi")], state=state, end_reason=state)])[1]
    assert isinstance(answer, turns.Answer)
    assert answer.notice is not None
    assert words in answer.notice.happened
    assert (answer.notice.label, answer.notice.text) == ("Try again", "")


def _versions(count: int, number: int, **question: Any) -> list[Message]:
    """A question and the version of its answer that is shown, of so many."""
    asked = _message("user", [_text("hi")], id="q", **question)
    ids = [f"a{n}" for n in range(1, count + 1)]
    more = {"id": ids[number - 1], "question_id": "q", "versions": ids}
    return [asked, _message("assistant", [_text("x")], **more)]


def test_a_version_knows_its_neighbours() -> None:
    for number, before, after in ((1, None, "a2"), (2, "a1", "a3"), (3, "a2", None)):
        answer = turns.show(_versions(3, number))[1]
        assert isinstance(answer, turns.Answer)
        assert answer.versions == turns.Versions(number, 3, before, after)
    only = turns.show(_versions(1, 1))[1]
    assert isinstance(only, turns.Answer)
    assert only.versions is None


def test_the_version_that_is_being_replaced_is_not_shown_meanwhile() -> None:
    running = uuid4()
    stored = _versions(1, 1, execution_id=running, state="running", end_reason=None)
    assert [item.kind for item in turns.show(stored, running)] == ["asked"]


@pytest.mark.parametrize(
    ("state", "words"),
    [("failed", "It is down. This is"), ("stopped", "stopped"), ("interrupted", "interrupted")],
)
def test_a_failed_attempt_is_told_below_the_answer_from_before(state: str, words: str) -> None:
    answer = turns.show(_versions(1, 1, state=state, end_reason="error", error="It is down."))[1]
    assert isinstance(answer, turns.Answer)
    assert answer.notice is not None
    assert words in answer.notice.happened
    assert "answer from before" in answer.notice.happened
    assert answer.notice.label == "Try again"
    chosen = turns.show(_versions(2, 1, state=state, end_reason="error", error="It is down."))[1]
    assert isinstance(chosen, turns.Answer)
    assert chosen.notice is None, "of the newest version, not of one that was chosen instead"


def test_only_the_last_answer_can_be_written_anew() -> None:
    stored = [
        _message("user", [_text("hi")]), _message("assistant", [_text("x")]),
        _message("user", [_text("hi")]), _message("assistant", [_text("y")]),
    ]  # fmt: skip
    assert [item.last for item in turns.show(stored) if isinstance(item, turns.Answer)] == [False, True]
    for shown in (turns.show(stored, uuid4()), turns.show(stored, newest=False)):
        assert not any(item.last for item in shown if isinstance(item, turns.Answer))


def test_an_answer_that_ended_is_announced_with_why_it_ended() -> None:
    id = uuid4()
    failed = _message("assistant", [_text("*Hel*")], execution_id=id, state="stopped", end_reason="stopped")
    shown = turns.show([_message("user", [_text("hi")], execution_id=id), failed])
    assert turns.announcement(shown, id) == "Answer: Hel You stopped this answer. What was written is kept."
    assert turns.announcement(shown, uuid4()) == ""
    assert turns.announcement([turns.growing(id, [], "running")], id) == ""


def test_a_failed_turn_with_a_partial_answer_is_told_once() -> None:
    id = uuid4()
    failed = {"execution_id": id, "state": "failed", "end_reason": "error", "error": "It broke."}
    shown = turns.show(
        [_message("user", [_text("hi")], **failed), _message("assistant", [_text("Hel")], **failed)]
    )
    assert [item.kind for item in shown] == ["asked", "answer"]


@pytest.mark.parametrize(
    ("state", "reason", "words"),
    [
        ("stopped", "stopped", "You stopped"),
        ("interrupted", "interrupted", "interrupted"),
        ("completed", "length", "output limit"),
        ("completed", "content_filter", "content filter"),
        ("completed", "interrupted", "interrupted"),
    ],
)
def test_an_end_that_is_not_the_usual_one_is_told(state: str, reason: str, words: str) -> None:
    answer = turns.finished(_message("assistant", [_text("x")], state=state, end_reason=reason))
    assert answer.notice is not None
    assert words in answer.notice.happened


def test_a_usual_end_is_not_worth_a_word() -> None:
    assert turns.finished(_message("assistant", [_text("x")])).notice is None


def test_tools_are_folded_to_their_name_and_state() -> None:
    parts: list[dict[str, Any]] = [
        {"type": "step-start"},
        {
            "type": "tool-remember",
            "toolCallId": "1",
            "state": "output-available",
            "input": {"content": "x"},
            "output": "ok",
        },
        {
            "type": "tool-webSearch",
            "toolCallId": "2",
            "state": "output-error",
            "input": {},
            "errorText": "no network",
        },
        {"type": "tool-shell", "toolCallId": "3", "state": "input-available", "input": {}},
        {"type": "data-agentActivity", "data": {}},
    ]
    blocks = turns.finished(_message("assistant", parts)).blocks
    assert [(b.name, b.state, b.failed) for b in blocks if isinstance(b, turns.Activity)] == [
        ("remember", "done", False),
        ("webSearch", "failed", True),
        ("shell", "not finished", False),
    ]
    assert turns.growing(uuid4(), parts, "running").step == "Thinking"
    assert turns.growing(uuid4(), parts[:4], "running").step == "Using shell"
    assert turns.growing(uuid4(), parts, "stopping").step == "Stopping"


def test_a_long_question_is_folded_and_loses_nothing() -> None:
    asked = turns.asked("1", "x" * 10_000)
    assert asked.head + asked.rest == "x" * 10_000
    assert len(asked.head) < 10_000


# ---- Colours ----

_TOKENS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)",
        (Path(render.STATIC) / "app.css").read_text(encoding="utf-8"),
    )
}
_GROUNDS = ("ground", "side", "raised", "tint")
_TEXT_PAIRS = [
    *((text, ground) for text in ("text", "muted") for ground in (*_GROUNDS, "danger-tint", "accent-tint")),
    *(("accent", ground) for ground in ("ground", "side", "raised")),
    *((f"code-{name}", "side") for name in ("keyword", "type", "number")),
    *(("danger", ground) for ground in ("ground", "raised", "danger-tint", "side")),
    *(("success", ground) for ground in ("ground", "raised", "side")),
    ("on-accent", "accent"),
    ("ground", "danger"),
]
_LINE_PAIRS = [("line-strong", ground) for ground in ("ground", "raised", "side")] + [("accent", "tint")]


def _luminance(colour: str) -> float:
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "back"), _TEXT_PAIRS, ids=lambda name: str(name))
def test_text_can_be_read_on_every_ground(front: str, back: str, theme: int) -> None:
    assert _contrast(_TOKENS[front][theme], _TOKENS[back][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "back"), _LINE_PAIRS, ids=lambda name: str(name))
def test_the_edges_of_controls_can_be_seen(front: str, back: str, theme: int) -> None:
    assert _contrast(_TOKENS[front][theme], _TOKENS[back][theme]) >= 3


def test_the_style_sheet_names_no_colour_outside_its_tokens() -> None:
    css = (Path(render.STATIC) / "app.css").read_text(encoding="utf-8")
    rest = css[css.index("/* Ground */") :]
    assert re.findall(r"#[0-9a-f]{3,8}\b(?![^{]*\{)", rest) == []


def test_a_remembered_rendering_is_the_same() -> None:
    assert markdown("*x*") == render_markdown("*x*")
