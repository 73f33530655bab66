"""Code in colours: nothing is lost, nothing is added, and nothing takes long."""

import html
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.web import highlight


def _text(shown: str) -> str:
    return html.unescape(re.sub(r"</?span[^>]*>", "", shown))


@pytest.mark.parametrize(
    ("language", "code", "spans"),
    [
        (
            "py",
            "def f(): return 1  # ok",
            {"keyword": "def", "function": "f", "number": "1", "comment": "# ok"},
        ),
        ("JavaScript", "const a = 'x'", {"keyword": "const", "string": "&#x27;x&#x27;"}),
        ("sh", "echo $HOME # x", {"type": "echo"}),
        ("sql", "select null::text", {"keyword": "select"}),
        ("diff", "-old\n+new\n", {"removed": "-old", "added": "+new"}),
        ("json", '{"a": true}', {"keyword": "&quot;a&quot;", "number": "true"}),
    ],
)
def test_usual_languages_are_coloured(language: str, code: str, spans: dict[str, str]) -> None:
    shown = highlight.highlight(code, language)
    assert _text(shown) == code
    for kind, text in spans.items():
        assert re.search(rf'<span class="hl-{kind}">{re.escape(text)}\s*</span>', shown), shown


@pytest.mark.parametrize("language", ["", "text", "nonsuch", "../etc/passwd", "<b>", "x" * 10_000])
def test_an_unknown_language_is_plain(language: str) -> None:
    assert highlight.highlight("if <b>", language) == "if &lt;b&gt;"


def test_a_long_block_is_plain() -> None:
    comment = "#".ljust(highlight.LIMIT, "x")  # one token, which no machine is too slow for
    assert "<span" in highlight.highlight(comment, "python")
    longer = f"{comment}x"
    assert highlight.highlight(longer, "python") == longer


@settings(deadline=None)
@given(
    st.sampled_from(sorted(highlight._GRAMMARS)),
    st.text(st.sampled_from("<>\"'`(){}[]&;:=#/*\\ \n\r\t-+.azAZ01é\ufeff\u2028\x0b"), max_size=200),
)
def test_the_text_is_the_code(language: str, code: str) -> None:
    shown = highlight.highlight(code, language)
    assert _text(shown) == code
    assert set(re.findall(r"<[^>]*>", shown)) <= {
        "</span>",
        *(f'<span class="{name}">' for name in highlight.CLASSES),
    }


@pytest.mark.parametrize(
    ("language", "burden"),
    [
        ("java", "a "),
        ("diff", " "),
        ("c", "/"),
        ("python", "\n "),
        ("ts", "a."),
        ("make", "("),
        ("tf", "a"),
        ("html", "&"),
    ],
)
def test_a_text_made_to_be_slow_is_given_up(language: str, burden: str) -> None:
    code = (burden * highlight.LIMIT)[: highlight.LIMIT]
    before = time.thread_time()
    shown = highlight.highlight(code, language)
    assert time.thread_time() - before < 2
    assert _text(shown) == code
