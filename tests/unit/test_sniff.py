"""What a file is, by its bytes alone."""

import contextlib
import struct
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db import Refused
from app.web.sniff import FILE_LIMIT, PIXEL_LIMIT, sniff


def png(width: int = 3, height: int = 2) -> bytes:
    """A picture that any program can show."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress((b"\0" + b"\x20\x90\xa0" * width) * height)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def png_that_claims(width: int, height: int) -> bytes:
    """A few bytes that say they are a picture of that size."""
    return png()[:16] + struct.pack(">II", width, height) + png()[24:]


def jpeg(width: int = 3, height: int = 2, before: bytes = b"", frame: int = 0xC0) -> bytes:
    size = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    return (
        b"\xff\xd8\xff\xe0\x00\x10JFIF\0" + b"\0" * 9 + before
        + bytes([0xFF, frame]) + struct.pack(">H", 2 + len(size)) + size + b"\xff\xd9"
    )  # fmt: skip


def gif(width: int = 3, height: int = 2, version: bytes = b"GIF89a") -> bytes:
    return version + struct.pack("<HH", width, height) + b"\x80\x00\x00\xff\xff\xff\x00\x00\x00;"


def webp(chunk: bytes, data: bytes) -> bytes:
    body = b"WEBP" + chunk + struct.pack("<I", len(data)) + data.ljust(18, b"\0")
    return b"RIFF" + struct.pack("<I", len(body)) + body


def lossy(width: int = 3, height: int = 2) -> bytes:
    # The two highest bits of each number are a scale, not a size.
    return webp(b"VP8 ", b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", width | 0x4000, height | 0x8000))


def lossless(width: int = 3, height: int = 2) -> bytes:
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", width - 1 | height - 1 << 14))


def extended(width: int = 3, height: int = 2) -> bytes:
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return webp(b"VP8X", b"\x10\0\0\0" + sizes)


IMAGES = {
    "png": (png(), "image/png"),
    "jpeg": (jpeg(), "image/jpeg"),
    "progressive jpeg": (jpeg(frame=0xC2), "image/jpeg"),
    "jpeg with fillers, a large profile and a table": (
        jpeg(before=b"\xff\xff\xff\xe2\xff\xff" + b"\xff\xc0" * 32766 + b"\0" + b"\xff\xc4\x00\x04ab"),
        "image/jpeg",
    ),
    "gif 87": (gif(version=b"GIF87a"), "image/gif"),
    "gif 89": (gif(), "image/gif"),
    "lossy webp": (lossy(), "image/webp"),
    "lossless webp": (lossless(), "image/webp"),
    "extended webp": (extended(), "image/webp"),
}
TEXTS = {
    "ascii": (b"hello\n", "hello\n"),
    "utf-8": ("Zażółć 漢字 🏔️".encode(), "Zażółć 漢字 🏔️"),
    "utf-8 with a mark": (b"\xef\xbb\xbfa,b", "a,b"),
    "utf-16 little": (b"\xff\xfe" + "é🏔".encode("utf-16-le"), "é🏔"),
    "utf-16 big": (b"\xfe\xff" + "é🏔".encode("utf-16-be"), "é🏔"),
    "html": (b"<!doctype html><script>alert(1)</script>", "<!doctype html><script>alert(1)</script>"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "text about gifs": (b"GIF89a is a version of GIF", "GIF89a is a version of GIF"),
    "control characters": (b"\x1b[31mred\x07", "\x1b[31mred\x07"),
}
REFUSED = {
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
    "avif": (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1", "AVIF"),
    "video": (b"\0\0\0\x18ftypisom\0\0\0\0", "video"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF"),
    "office": (b"PK\x03\x04\x14\x00\x06\x00", "office"),
    "bmp": (b"BM\x36\x00\x00\x00\x00\x00", "BMP"),
    "program": (b"\x7fELF\x02\x01\x01\x00", "neither"),
    "latin-1": ("Grüße".encode("latin-1"), "neither"),
    "text with a nul": (b"a\0b", "neither"),
    "utf-16 without a mark": ("hello".encode("utf-16-le"), "neither"),
    "utf-16 with half a pair": (b"\xff\xfe\x3d\xd8", "neither"),
    "utf-16 with a nul": (b"\xff\xfea\0\0\0", "neither"),
    "utf-32": ("hello".encode("utf-32"), "neither"),
    "png cut in its header": (png()[:20], "damaged"),
    "png without a header": (png()[:8] + b"\0\0\0\rIDAT" + b"\0" * 20, "damaged"),
    "png of nothing": (png_that_claims(0, 5), "damaged"),
    "jpeg cut before its frame": (jpeg()[:20], "damaged"),
    "jpeg of an endless run of fillers": (b"\xff\xd8" + b"\xff" * (FILE_LIMIT - 2), "damaged"),
    "jpeg of empty segments": (b"\xff\xd8" + b"\xff\xe0\x00\x02" * 2_000_000, "damaged"),
    "gif cut": (b"GIF89a\x01\xff", "damaged"),
    "webp cut": (lossy()[:27], "damaged"),
    "webp of an unknown kind": (webp(b"VP9 ", b"\xff"), "damaged"),
    "riff that is sound": (b"RIFF\x24\x00\x00\x00WAVEfmt ", "neither"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "media_type"), IMAGES.values(), ids=IMAGES)
def test_an_image_is_known_by_its_first_bytes(content: bytes, media_type: str) -> None:
    found = sniff(content)
    assert (found.media_type, found.text) == (media_type, None)


@pytest.mark.parametrize(("content", "text"), TEXTS.values(), ids=TEXTS)
def test_text_is_whatever_decodes_and_holds_no_nul(content: bytes, text: str) -> None:
    found = sniff(content)
    assert (found.media_type, found.text) == ("text/plain", text)


@pytest.mark.parametrize(("content", "named"), REFUSED.values(), ids=REFUSED)
def test_anything_else_is_refused_by_name_and_told_what_is_possible(content: bytes, named: str) -> None:
    began = time.process_time()
    with pytest.raises(Refused) as refused:
        sniff(content)
    assert (refused.value.status, refused.value.code) == (422, "unsupported_type")
    assert named in refused.value.message
    assert "PNG, JPEG, GIF and WebP" in refused.value.message
    assert time.process_time() - began < 1, "whatever the bytes are, they are not pored over"


@pytest.mark.parametrize("make", [png_that_claims, jpeg, gif, lossy, lossless, extended])
def test_the_size_that_a_header_claims_is_held_to_a_limit(make) -> None:
    sniff(make(8000, 8000))
    with pytest.raises(Refused) as refused:
        sniff(make(8001, 8000))
    assert (refused.value.status, refused.value.code) == (422, "image_too_large")
    assert PIXEL_LIMIT == 8000 * 8000


def test_an_empty_file_and_one_that_is_too_large_are_refused() -> None:
    assert sniff(b"x" * FILE_LIMIT).text is not None
    for content, status, code in ((b"", 422, "empty_file"), (b"x" * (FILE_LIMIT + 1), 413, "too_large")):
        with pytest.raises(Refused) as refused:
            sniff(content)
        assert (refused.value.status, refused.value.code) == (status, code)


BEGINNINGS = [b"", *(content[:n] for content, _ in IMAGES.values() for n in (4, 12, 16, 26))]


@given(st.sampled_from(BEGINNINGS), st.binary(max_size=40))
def test_no_bytes_cause_a_fault_of_ours(beginning: bytes, rest: bytes) -> None:
    with contextlib.suppress(Refused):
        sniff(beginning + rest)
