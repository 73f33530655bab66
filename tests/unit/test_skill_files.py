"""Skills as people share them, and as nobody should."""

import io
import stat
import zipfile

import pytest

from app import skill_files
from app.skill_files import Unreadable, read

GOOD = """---
name: look-twice
description: Looks twice. Use it whenever something matters.
license: MIT
metadata:
  version: 1.0
---
# Look twice

Look, then look again. A --- inside a line is none of the delimiters.
"""


def packed(files: dict[str, str | bytes], links: tuple[str, ...] = ()) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
        for path in links:
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(entry, "/etc/passwd")
    return held.getvalue()


def test_a_skill_is_read_as_it_is_written() -> None:
    draft = read(GOOD.encode(), "SKILL.md")
    assert (draft.name, draft.license) == ("look-twice", "MIT")
    assert draft.description == "Looks twice. Use it whenever something matters."
    assert draft.body.startswith("# Look twice\n")
    assert draft.metadata == {"version": "1.0"}, "a version is text, not a number"
    assert draft.notes == []


def test_three_hyphens_inside_a_value_do_not_end_the_front_matter() -> None:
    text = "---\nname: a\ndescription: before --- after\nlicense: '--- x'\n---\nBody.\n\n---\n\nMore."
    draft = read(text.encode(), "a.md")
    assert draft.description == "before --- after"
    assert draft.license == "--- x"
    assert draft.body == "Body.\n\n---\n\nMore."


def test_line_ends_of_other_systems_and_a_byte_order_mark_are_taken() -> None:
    draft = read(("\ufeff" + GOOD.replace("\n", "\r\n")).encode(), "SKILL.md")
    assert (draft.name, draft.notes) == ("look-twice", [])
    assert "\r" not in draft.body


def test_a_folder_in_a_zip_brings_its_files() -> None:
    draft = read(packed({"look-twice/SKILL.md": GOOD, "look-twice/references/a.md": "A"}), "x.zip")
    assert draft.name == "look-twice"
    assert draft.references == {"references/a.md": "A"}
    assert draft.notes == []


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("look-twice/../../etc/x", "leads out of the folder"),
        ("/etc/passwd", "leads out of the folder"),
        ("look-twice\\..\\x", "leads out of the folder"),
        ("elsewhere.md", "not in the skill's folder"),
        ("look-twice/a b.md", "a path has letters"),
        ("look-twice/1/2/3/4/5.md", "a path has letters"),
        ("__MACOSX/look-twice/._SKILL.md", "another system"),
    ],
)
def test_what_a_zip_may_not_bring_is_left_out_and_told(path: str, reason: str) -> None:
    draft = read(packed({"look-twice/SKILL.md": GOOD, path: "x"}), "x.zip")
    assert draft.references == {}
    assert len(draft.notes) == 1
    assert reason in draft.notes[0]


def test_links_and_binary_files_are_left_out_and_told() -> None:
    draft = read(packed({"s/SKILL.md": GOOD, "s/x.png": b"\x89PNG\0"}, links=("s/link",)), "x.zip")
    assert draft.references == {}
    assert any("it is a link" in note for note in draft.notes)
    assert any("not a text" in note for note in draft.notes)


def test_a_zip_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skill_files, "LARGEST_CONTENT", 100_000)
    bomb = packed({"s/SKILL.md": GOOD, "s/a.md": "0" * 200_000})
    assert len(bomb) < 10_000
    with pytest.raises(Unreadable, match="unpacks to more"):
        read(bomb, "x.zip")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04broken", "damaged"),
        (b"\xff\xfe\x00", "neither a zip nor a text"),
        (packed({"readme.md": "x"}), "no SKILL.md"),
        (packed({"a/SKILL.md": GOOD, "b/SKILL.md": GOOD}), "several skills"),
        (b"---\nname: a\n---\n", "no instructions"),
        (b"---\nname: a\nno end", "has no end"),
        (b"---\nname: a\nname: b\ndescription: d\n---\nBody", "twice"),
        (b"---\na: &x [1]\nb: *x\n---\nBody", "aliases"),
        (b"---\n- a\n- b\n---\nBody", "not a list of names"),
        (b"---\nname: a\n---\n" + b"x" * 70_000, "larger than 64 KiB"),
        (b"x" * (skill_files.LARGEST_UPLOAD + 1), "larger than 4 MB"),
    ],
)
def test_what_cannot_be_a_skill_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(data, "x.md")


def test_front_matter_that_is_no_yaml_is_read_line_by_line() -> None:
    draft = read(b"---\nname: a\ndescription: Use it when: always [sometimes\n---\nBody", "x.md")
    assert draft.description == "Use it when: always [sometimes"
    assert any("line by line" in note for note in draft.notes)


def test_what_is_missing_or_unfit_is_made_up_and_told() -> None:
    draft = read(b"# Title\n\nWhat it does.\n\nMore.", "My Skill!.md")
    assert (draft.name, draft.description) == ("my-skill", "What it does.")
    assert len(draft.notes) == 3
    draft = read(
        b"---\nname: My Skill\ndescription: d\nallowed-tools: [Bash, Read]\nauthor: me\n---\nBody", "x.md"
    )
    assert draft.name == "my-skill"
    assert draft.allowed_tools == "Bash Read"
    assert draft.metadata == {"author": "me"}
    assert [note.split(":")[0] for note in draft.notes] == ["name", "allowed-tools", "author"]
