"""Values in use are found in every form and in every piece, and nothing else is changed."""

import base64
import html
import itertools
import json
import logging
from urllib.parse import quote, quote_plus

from hypothesis import given
from hypothesis import strategies as st

from app.redaction import Formatter, Redactor

VALUE = 'sk-CANARY/12+3 "quoted" äö'
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def knowing(*values: str) -> Redactor:
    redactor = Redactor()
    for n, value in enumerate(values):
        redactor.add(value, f"s{n}")
    return redactor


def test_a_value_is_found_in_the_forms_in_which_it_surfaces() -> None:
    redactor = knowing(VALUE)
    forms = [
        VALUE,
        quote(VALUE, safe=""),
        quote(VALUE),
        quote_plus(VALUE),
        json.dumps(VALUE),
        json.dumps(VALUE, ensure_ascii=False),
        VALUE.encode().hex(),
        VALUE.encode().hex().upper(),
        html.escape(VALUE),
        repr(VALUE),
    ]
    for form in forms:
        shown = redactor.text(f"before {form} after")
        assert "[secret:s0]" in shown, form
        assert "CANARY" not in shown
        assert shown.startswith("before ")
        assert shown.endswith(" after")


@given(st.binary(max_size=7), st.binary(max_size=7))
def test_it_is_found_wherever_it_stands_in_what_was_encoded(before: bytes, after: bytes) -> None:
    redactor = knowing("sk-CANARY-123")
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        encoded = encode(before + b"sk-CANARY-123" + after).decode()
        assert "[secret:s0]" in redactor.text(f"Basic {encoded}")


@given(_TEXT)
def test_a_text_without_a_value_stays_as_it_is(text: str) -> None:
    assert knowing("sk-CANARY-123").text(text) == text
    assert Redactor().text(text) == text


def test_what_is_too_short_is_not_looked_for() -> None:
    assert knowing("hunter2").text("my hunter2") == "my hunter2"


def test_all_of_a_json_value_is_redacted() -> None:
    given_value = {"a": ["x sk-CANARY-123", 5, None], "sk-CANARY-123": {"b": True}}
    assert knowing("sk-CANARY-123").json(given_value) == {
        "a": ["x [secret:s0]", 5, None],
        "[secret:s0]": {"b": True},
    }


def test_the_longer_of_two_values_is_taken() -> None:
    assert knowing("password", "password-of-mine").text("password-of-mine!") == "[secret:s1]!"


@given(_TEXT, _TEXT, st.lists(st.integers(0, 90), max_size=12))
def test_pieces_say_what_the_whole_says(before: str, after: str, cuts: list[int]) -> None:
    redactor = knowing("sk-CANARY-123", "sk-CANARY-124-long")
    whole = f"{before}sk-CANARY-123{after}sk-CANARY-124-long sk-CAN"
    places = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})
    stream = redactor.stream()
    pieces = [stream.feed(whole[a:b]) for a, b in itertools.pairwise(places)]
    assert "".join(pieces) + stream.rest() == redactor.text(whole)


def test_a_thousand_values_cost_what_ten_do() -> None:
    """Not measured in time: each place of a text is looked at once, however many values there are."""
    few, many = (knowing(*(f"sk-{n}-CANARY-{n}" for n in range(count))) for count in (10, 1_000))
    text = "nothing of this is a secret, sk-7-CANARY-7 is. " * 20
    assert many.text(text) == few.text(text).replace("\0", "")
    assert max(len(forms) for forms in many._starting.values()) < 400


def test_what_cannot_become_a_value_is_not_held_back() -> None:
    stream = knowing("sk-CANARY-123").stream()
    assert stream.feed("ask me") == "ask me"
    assert stream.feed(" for sk") == " for "
    assert stream.feed("y") == "sky"
    assert stream.feed("sk-CANARY-12") == ""
    assert stream.feed("3.") == "[secret:s0]."
    assert stream.rest() == ""


def test_log_lines_and_their_tracebacks_are_redacted() -> None:
    formatter = Formatter(knowing("sk-CANARY-123"), "%(message)s")
    error = ValueError("no sk-CANARY-123")
    trouble = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 1, "failed with %s", ("sk-CANARY-123",), trouble)
    line = formatter.format(record)
    assert "CANARY" not in line
    assert line.startswith("failed with [secret:s0]")
    assert line.endswith("ValueError: no [secret:s0]")
