"""What a file is, read from its bytes: text or an image. What it calls itself does not count.

Of an image only the header is read, never a pixel: a few bytes may claim to be gigabytes.
"""

import struct
from dataclasses import dataclass

from app.db import Refused

FILE_LIMIT = 10 * 1024 * 1024
#: Pixels of an image that a browser can still show without running out of memory.
PIXEL_LIMIT = 64_000_000

_POSSIBLE = "Text (UTF-8 or UTF-16) and PNG, JPEG, GIF and WebP images can be attached."
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_IMAGES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF87a": "gif", b"GIF89a": "gif"}
#: What people try to attach, by how it begins; said by name when it is refused.
_KNOWN = {
    b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\xd0\xcf\x11\xe0": "an office document",
    b"BM": "a BMP image",
    b"II*\x00": "a TIFF image",
    b"MM\x00*": "a TIFF image",
    b"\x1f\x8b": "a compressed file",
}
#: The same for files of the ISO family, by their brand.
_BRANDS = {
    b"avif": "an AVIF image", b"avis": "an AVIF image",
    b"heic": "a HEIC image", b"heix": "a HEIC image", b"hevc": "a HEIC image", b"heim": "a HEIC image",
    b"mif1": "a HEIC image", b"msf1": "a HEIC image",
}  # fmt: skip
#: JPEG markers that begin a frame, whose header tells the size; the gaps mean something else.
_FRAMES = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}
#: So many segments of a JPEG are looked at; real ones have the size among the first few hundred.
_SEGMENTS = 10_000
#: JPEG markers without a length behind them.
_BARE = {0x01, *range(0xD0, 0xD8)}


@dataclass(frozen=True)
class Kind:
    """What a file is; `text` is what a text file says."""

    media_type: str
    text: str | None = None


def sniff(content: bytes) -> Kind:
    """Return what a file is. Refused 413 too_large, 422 empty_file, unsupported_type or image_too_large."""
    if not content:
        raise Refused(422, "empty_file", "The file is empty: there is nothing in it to attach.")
    if len(content) > FILE_LIMIT:
        raise too_large()
    # No image passes for text: all of them hold a NUL or bytes that UTF-8 does not know.
    text = _text(content)
    if text is not None:
        return Kind("text/plain", text)
    image = _image(content)
    if image is None:
        name = _name(content)
        hint = " Save it as JPEG or PNG and attach that." if name.endswith("image") else ""
        raise Refused(422, "unsupported_type", f"This is {name}. {_POSSIBLE}{hint}")
    pixels = _pixels(content, image)
    if not pixels:
        raise Refused(
            422, "unsupported_type", f"This image is damaged: it does not say its size. {_POSSIBLE}"
        )
    if pixels > PIXEL_LIMIT:
        told = f"This image has {pixels:,} pixels; at most {PIXEL_LIMIT:,} are possible. Make it smaller."
        raise Refused(422, "image_too_large", told)
    return Kind(f"image/{image}")


def too_large() -> Refused:
    """Return what is said of a file that is too large."""
    return Refused(413, "too_large", "A file can be at most 10 MiB large. Attach a smaller one.")


def is_utf16(content: bytes) -> bool:
    """Whether a text file begins as UTF-16 does."""
    return content.startswith(_UTF16_MARKS)


def _text(content: bytes) -> str | None:
    try:
        text = content.decode("utf-16" if is_utf16(content) else "utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _image(content: bytes) -> str | None:
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "webp"
    return next((name for mark, name in _IMAGES.items() if content.startswith(mark)), None)


def _name(content: bytes) -> str:
    if content[4:8] == b"ftyp":
        return _BRANDS.get(content[8:12], "a video or audio file")
    known = next((name for mark, name in _KNOWN.items() if content.startswith(mark)), None)
    return known or "neither text nor an image of a kind that can be read"


def _pixels(content: bytes, image: str) -> int:
    """Return width times height as the header claims them; 0 when it does not."""
    read = {"png": _png, "jpeg": _jpeg, "gif": _gif, "webp": _webp}[image]
    try:
        width, height = read(content)
    except (struct.error, IndexError):
        return 0
    return width * height


def _png(content: bytes) -> tuple[int, int]:
    if content[12:16] != b"IHDR":
        return 0, 0
    width, height = struct.unpack_from(">II", content, 16)
    return width, height


def _gif(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", content, 6)
    return width, height


def _jpeg(content: bytes) -> tuple[int, int]:
    at = 2
    for _ in range(_SEGMENTS):
        marker = content[at + 1]
        if content[at] != 0xFF:
            break
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return width, height
        if marker == 0xFF:  # a filler
            at += 1
        elif marker in _BARE:
            at += 2
        else:
            at += 2 + struct.unpack_from(">H", content, at + 2)[0]
    return 0, 0


def _webp(content: bytes) -> tuple[int, int]:
    chunk = content[12:16] if len(content) >= 30 else b""
    if chunk == b"VP8X":
        return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
    if chunk == b"VP8L":
        bits = struct.unpack_from("<I", content, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0
