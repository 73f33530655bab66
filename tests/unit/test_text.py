"""What every store and wire can hold."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text import scrub

BAD = "\ufffd"


@pytest.mark.parametrize(
    ("given_text", "kept"),
    [
        ("", ""),
        ("plain", "plain"),
        ("äé茶☕𝄞", "äé茶☕𝄞"),
        ("a\x00b", f"a{BAD}b"),
        ("\x00", BAD),
        ("\ud800", BAD),
        ("a\udfffb", f"a{BAD}b"),
        ("\ud83d\ude00", "😀"),
        ("a\ud83d\ude00b", "a😀b"),
        ("\ude00\ud83d", BAD * 2),
        ("\ud83d\ud83d\ude00", f"{BAD}😀"),
        ("\ud83d\ude00\ude00", f"😀{BAD}"),
        ("😀\ud800😀", f"😀{BAD}😀"),
        ("\ufeff\ud800", f"\ufeff{BAD}"),
        ("\x01\x7f\u2028", "\x01\x7f\u2028"),
    ],
)
def test_what_cannot_be_stored_is_replaced_and_all_else_is_kept(given_text: str, kept: str) -> None:
    assert scrub(given_text) == kept


def test_strings_are_found_however_deep_they_stand() -> None:
    nested = {"a\x00": ["b\x00", ("c\ud800", {"d": "e\x00"})], "n": 1, "f": 1.5, "t": True, "none": None}
    kept = {f"a{BAD}": [f"b{BAD}", [f"c{BAD}", {"d": f"e{BAD}"}]], "n": 1, "f": 1.5, "t": True, "none": None}
    assert scrub(nested) == kept


def test_what_is_no_text_comes_back_as_it_is() -> None:
    thing = object()
    assert scrub(thing) is thing
    assert scrub(b"\x00") == b"\x00"


def test_what_was_given_is_not_changed() -> None:
    given_list = ["a\x00"]
    scrub(given_list)
    assert given_list == ["a\x00"]


@given(st.text(st.characters() | st.sampled_from("\x00\ud800\udbff\udc00\udfff")))
def test_any_text_can_be_encoded_afterwards_and_scrubbing_again_changes_nothing(text: str) -> None:
    kept = scrub(text)
    assert "\x00" not in kept
    assert kept.encode().decode() == kept
    assert scrub(kept) == kept


@given(st.text())
def test_text_without_faults_is_kept_whole(text: str) -> None:
    if "\x00" not in text:
        assert scrub(text) == text


def test_broken_escapes_of_a_gateway_are_made_whole() -> None:
    assert scrub(json.loads('"\\ud83d\\ude00 \\ud83d \\u0000"')) == f"😀 {BAD} {BAD}"
