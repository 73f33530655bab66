"""Skills as files: a SKILL.md, or a zip of its folder, read into what a skill holds.

Strict where something would be unsafe or lost without a word, tolerant otherwise: whatever was changed or left out
is told in `notes`. The format is that of agentskills.io.
"""

import io
import re
import stat
import zipfile
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import yaml

from app.errors import Foreseen
from app.text import scrub

#: Bytes. Of an upload, of all that is unpacked, and of one text in a skill.
LARGEST_UPLOAD = 4 * 1024 * 1024
LARGEST_CONTENT = 4 * 1024 * 1024
LARGEST_FILE = 256 * 1024
LARGEST_BODY = 64 * 1024
_MOST_ENTRIES = 500
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PATH = re.compile(r"([A-Za-z0-9._-]+/){0,3}[A-Za-z0-9._-]+")
_KNOWN = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}


class Unreadable(Foreseen):
    """What cannot be taken as a skill; the message says why and what would help."""


@dataclass
class Draft:
    """A skill as it was read; `notes` says what was changed or left out."""

    name: str = ""
    description: str = ""
    body: str = ""
    references: dict[str, str] = field(default_factory=dict)
    license: str | None = None
    compatibility: str | None = None
    metadata: dict[str, str] = field(default_factory=dict)
    allowed_tools: str | None = None
    notes: list[str] = field(default_factory=list)


def read(data: bytes, filename: str) -> Draft:
    """Return the skill in an upload: a zip of a skill's folder, or one markdown text. Raises Unreadable."""
    if len(data) > LARGEST_UPLOAD:
        raise Unreadable("The file is larger than 4 MB. A skill has at most 2 MB of text.")
    if data.startswith(b"PK\x03\x04") or zipfile.is_zipfile(io.BytesIO(data)):
        return _from_zip(data)
    text = _text(data)
    if text is None:
        raise Unreadable(
            "The file is neither a zip nor a text in UTF-8. Choose a SKILL.md, or a zip of its folder."
        )
    return _from_text(text, folder=PurePosixPath(filename.replace("\\", "/")).stem)


def _from_zip(data: bytes) -> Draft:
    notes: list[str] = []
    files = _unpack(data, notes)
    places = sorted((path for path in files if PurePosixPath(path).name.lower() == "skill.md"), key=len)
    if not places:
        raise Unreadable(
            "There is no SKILL.md in the zip. Pack the skill's folder, with its SKILL.md at the top."
        )
    top = PurePosixPath(places[0]).parent
    others = [path for path in places[1:] if not PurePosixPath(path).is_relative_to(top) or top.parts == ()]
    if others and len({PurePosixPath(path).parent for path in places}) > 1:
        raise Unreadable("The zip holds several skills. Import them one at a time.")
    text = _text(files.pop(places[0]))
    if text is None:
        raise Unreadable("SKILL.md is not a text in UTF-8.")
    draft = _from_text(text, folder=top.name)
    draft.notes = notes + draft.notes
    for path, content in sorted(files.items()):
        _add_reference(draft, top, path, content)
    return draft


def _unpack(data: bytes, notes: list[str]) -> dict[str, bytes]:
    """Return the files of a zip by path; what may not be taken is noted. Sizes are counted, not believed."""
    files: dict[str, bytes] = {}
    left = LARGEST_CONTENT
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > _MOST_ENTRIES:
                raise Unreadable("The zip holds more than 500 files. A skill has at most 64.")
            for entry in entries:
                reason = _left_out(entry)
                if reason is not None:
                    notes.append(f"{entry.filename[:200]}: left out, {reason}.")
                    continue
                with archive.open(entry) as content:
                    files[entry.filename] = content.read(left + 1)
                left -= len(files[entry.filename])
                if left < 0:
                    raise Unreadable("The zip unpacks to more than 4 MB. A skill has at most 2 MB of text.")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise Unreadable("The zip is damaged, encrypted, or packed in a way that cannot be read.") from error
    return files


def _left_out(entry: zipfile.ZipInfo) -> str | None:
    path = PurePosixPath(entry.filename)
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "it is a link"
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or ":" in entry.filename:
        return "its path leads out of the folder"
    if path.parts[0] == "__MACOSX" or path.name.startswith("._") or path.name == ".DS_Store":
        return "it describes a folder of another system"
    return None


def _add_reference(draft: Draft, top: PurePosixPath, path: str, content: bytes) -> None:
    if not PurePosixPath(path).is_relative_to(top):
        draft.notes.append(f"{path[:200]}: left out, it is not in the skill's folder.")
        return
    name = PurePosixPath(path).relative_to(top).as_posix()
    text = _text(content)
    if text is None:
        draft.notes.append(f"{name[:200]}: left out, it is not a text in UTF-8.")
    elif len(content) > LARGEST_FILE:
        draft.notes.append(f"{name[:200]}: left out, it is larger than 256 KiB.")
    elif not _PATH.fullmatch(name) or len(name) > 200:
        draft.notes.append(
            f"{name[:200]}: left out, a path has letters, digits, dot, hyphen and underscore and four levels."
        )
    else:
        draft.references[name] = text


def _from_text(text: str, folder: str) -> Draft:
    front, body = _split(text)
    draft = Draft(body=body.strip("\n"))
    if len(draft.body.encode()) > LARGEST_BODY:
        raise Unreadable(
            "The instructions are larger than 64 KiB. Move parts of them into files of the skill."
        )
    if not draft.body.strip():
        raise Unreadable("SKILL.md has no instructions below its front matter.")
    if front is None:
        draft.notes.append(
            "There is no front matter between lines of three hyphens: name and description were made up."
        )
    _fill(draft, _front_matter(front or "", draft.notes), folder)
    return draft


def _split(text: str) -> tuple[str | None, str]:
    """Return front matter and body. Only a whole line of three hyphens delimits them."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].rstrip() != "---":
        return None, "\n".join(lines)
    for n, line in enumerate(lines[1:], 1):
        if line.rstrip() == "---":
            return "\n".join(lines[1:n]), "\n".join(lines[n + 1 :])
    raise Unreadable("The front matter of SKILL.md has no end: a line of three hyphens is missing.")


def _front_matter(text: str, notes: list[str]) -> dict[str, object]:
    """Return front matter as texts, and texts by name; values stay as they are written (`1.0` is no number)."""
    try:
        for event in yaml.parse(text, Loader=yaml.BaseLoader):
            if isinstance(event, yaml.AliasEvent):
                raise Unreadable("The front matter uses aliases (*name). Write the values out.")
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        notes.append("The front matter is not valid YAML; it was read line by line.")
        return dict(re.findall(r"^([A-Za-z][\w-]*):[ \t]*(\S.*)$", text, re.M))
    if node is None:
        return {}
    if not isinstance(node, yaml.MappingNode):
        raise Unreadable("The front matter is not a list of names with values.")
    return {name: _value(value) for name, value in _pairs(node)}


def _pairs(node: yaml.MappingNode) -> list[tuple[str, yaml.Node]]:
    pairs = [(str(key.value), value) for key, value in node.value]
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Unreadable(f'The front matter has "{twice[:100]}" twice. Leave one of them.')
    return pairs


def _value(node: yaml.Node) -> object:
    if isinstance(node, yaml.MappingNode):
        return {name: _value(value) for name, value in _pairs(node)}
    if isinstance(node, yaml.SequenceNode):
        return " ".join(str(_value(each)) for each in node.value)
    return str(node.value)


def _fill(draft: Draft, front: dict[str, object], folder: str) -> None:
    notes = draft.notes
    draft.name = _name(str(front.get("name", "")), folder, notes)
    draft.description = _description(str(front.get("description", "")), draft.body, notes)
    draft.license = _short(front, "license", 500, notes)
    draft.compatibility = _short(front, "compatibility", 500, notes)
    draft.allowed_tools = _short(front, "allowed-tools", 2000, notes)
    if draft.allowed_tools:
        notes.append("allowed-tools: kept for information; what an agent may use is set on its own page.")
    given = front.get("metadata", {})
    found = dict(given) if isinstance(given, dict) else {}
    for name in front.keys() - _KNOWN:
        notes.append(f"{name[:100]}: not part of the format; kept under metadata.")
        found[name] = front[name]
    for name, value in list(found.items())[:32]:
        draft.metadata[str(name)[:64]] = str(value)[:1024]
    if len(found) > 32:
        notes.append("metadata: only the first 32 names were kept.")


def _name(given: str, folder: str, notes: list[str]) -> str:
    wanted = given.strip() or folder
    name = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")[:64].strip("-") or "skill"
    if not given.strip():
        notes.append(f'name: missing; "{name}" was taken.')
    elif name != given.strip():
        notes.append(f'name: "{given[:100]}" is not possible; "{name}" was taken.')
    elif folder and _NAME.fullmatch(folder) and folder.lower() not in (name, "skill"):
        notes.append(f'name: differs from its folder "{folder[:100]}".')
    return name


def _description(given: str, body: str, notes: list[str]) -> str:
    description = " ".join(given.split())
    if not description:
        paragraphs = [" ".join(each.split()) for each in re.split(r"\n\s*\n", body)]
        description = next((each for each in paragraphs if each and not each.startswith("#")), paragraphs[0])[
            :300
        ]
        notes.append(
            "description: missing; the first paragraph was taken. Say what the skill is for and when to use it."
        )
    if len(description) > 1024:
        notes.append("description: cut at 1,024 characters.")
    return description[:1024]


def _short(front: dict[str, object], name: str, most: int, notes: list[str]) -> str | None:
    text = str(front.get(name, "")).strip()
    if len(text) > most:
        notes.append(f"{name}: cut at {most} characters.")
    return text[:most] or None


def _text(data: bytes) -> str | None:
    """Return bytes as text, or None when they are none."""
    if b"\0" in data:
        return None
    try:
        return str(scrub(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        return None
