"""What the demo model makes of the files that come with a message: it says what it was given."""

import json
import re
from dataclasses import dataclass
from typing import Any

_SHOWN_WORDS = 12
#: How popagent words a file that it gives a model; see `thread.file_content`.
_TEXT = re.compile(
    r'Attached file ("(?:[^"\\]|\\.)*") \(text, (\d+) bytes\): [^\n]* mark (\w+)\.\n\3 begins\n(.*?)\n\3 ends(?:\n\n)?',
    re.S,
)
_IMAGE = re.compile(r'Attached image ("(?:[^"\\]|\\.)*") \((image/\w+), (\d+) bytes\):(?:\n\n)?')
_URL = re.compile(r"data:(image/\w+);base64,")


@dataclass(frozen=True, slots=True)
class File:
    """One file as it was given; size in bytes, an image without text."""

    name: str
    kind: str
    size: int
    text: str = ""


def split_given(message: dict[str, Any], text: str) -> tuple[list[File], str]:
    """The files of a user's message and what is left of its text."""
    content = message.get("content")
    arrived = _images(content) if isinstance(content, list) else []
    files = [File(_read(name), "text", int(size), said) for name, size, _, said in _TEXT.findall(text)]
    text = _TEXT.sub("", text)
    images = [File(_read(name), kind, int(size)) for name, kind, size in _IMAGE.findall(text)]
    files += [image for image in images if (image.kind, image.size) in arrived]
    return files, _IMAGE.sub("", text).strip()


def describe(files: list[File]) -> str:
    """Say name, type, size and first words of each file."""
    lines = []
    for file in files:
        words = file.text.split()
        begins = f", beginning “{' '.join(words[:_SHOWN_WORDS])}{'…' if len(words) > _SHOWN_WORDS else ''}”"
        lines.append(
            f"- `{file.name.replace('`', '')}`: {file.kind}, {file.size:,} bytes{begins if words else ''}"
        )
    many = "these files" if len(files) > 1 else "this file"
    return f"You gave me {many}:\n\n" + "\n".join(lines)


def without_images(raw: str) -> str:
    """A request's text with its images taken out, whose bytes are not tokens."""
    return re.sub(r"data:image/\w+;base64,[A-Za-z0-9+/=]*", "", raw)


def _images(parts: list[Any]) -> list[tuple[str, int]]:
    """Type and size in bytes of each image that came."""
    urls = [str((part.get("image_url") or {}).get("url")) for part in parts if isinstance(part, dict)]
    found = []
    for url in urls:
        head = _URL.match(url)
        if head:
            data = url[head.end() :]
            found.append((head[1], len(data) * 3 // 4 - data.count("=", -2)))
    return found


def _read(quoted: str) -> str:
    try:
        return str(json.loads(quoted))
    except ValueError:
        return quoted
