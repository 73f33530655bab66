"""Figures as numbers: what the templates write into inline SVG. Coordinates grow to the right and down."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A series as a line over its ground; `top` is the value at the upper edge, `last` the newest."""

    line: str
    area: str
    end_x: float
    end_y: float
    top: int
    last: int


@dataclass(frozen=True)
class Segment:
    """A part of a bar."""

    name: str
    value: float
    x: float
    width: float


def line(values: Sequence[int], width: float, height: float) -> Line:
    """Return at least two values as a line in a field of this size; the scale begins at 0."""
    top = max(values)
    step = width / (len(values) - 1)
    points = [
        (round(n * step, 1), round(height - height * value / max(top, 1), 1))
        for n, value in enumerate(values)
    ]
    drawn = " ".join(f"{x},{y}" for x, y in points)
    end_x, end_y = points[-1]
    return Line(drawn, f"0,{height} {drawn} {end_x},{height}", end_x, end_y, top, values[-1])


def stack(parts: Sequence[tuple[str, float]], whole: float) -> list[Segment]:
    """Return named parts, beside one another from 0, of a bar of which `whole` is 100 wide; without empty ones."""
    segments: list[Segment] = []
    x = 0.0
    for name, value in parts:
        width = 100 * max(value, 0) / whole if whole > 0 else 0
        if width >= 0.05:
            segments.append(Segment(name, value, round(x, 2), round(width, 2)))
        x += width
    return segments
