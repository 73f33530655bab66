"""What it costs not to show secrets: a long text and the pieces of a stream, with none, ten and a thousand of them.

python -m tests.bench.redaction
"""

import time

from app.redaction import Redactor

_TEXT = "The quick brown fox jumps over the lazy dog, and nothing of it is secret. " * 700
_PIECES = [_TEXT[at : at + 6] for at in range(0, 6_000, 6)]


def knowing(count: int) -> Redactor:
    redactor = Redactor()
    for n in range(count):
        redactor.add(f"sk-{n:04}-a-value-of-usual-length", f"s{n}")
    return redactor


def main() -> None:
    for count in (0, 10, 1_000):
        redactor = knowing(count)
        began = time.perf_counter()
        redactor.text(_TEXT)
        whole = time.perf_counter() - began
        stream = redactor.stream()
        began = time.perf_counter()
        for piece in _PIECES:
            stream.feed(piece)
        pieces = (time.perf_counter() - began) / len(_PIECES)
        print(
            f"{count:5,} secrets: {len(_TEXT):,} characters {whole * 1e3:.2f} ms, a piece of six {pieces * 1e6:.1f} µs"
        )


if __name__ == "__main__":
    main()
