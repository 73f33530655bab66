"""Figures as numbers."""

import pytest

from app.web import drawing


def test_a_line_spans_its_field_and_ends_at_its_newest_value() -> None:
    drawn = drawing.line([0, 4, 1], 100, 40)
    assert drawn.line == "0.0,40.0 50.0,0.0 100.0,30.0"
    assert drawn.area == "0,40 0.0,40.0 50.0,0.0 100.0,30.0 100.0,40"
    assert (drawn.end_x, drawn.end_y, drawn.top, drawn.last) == (100, 30, 4, 1)


def test_a_series_of_nothing_lies_on_the_ground() -> None:
    drawn = drawing.line([0, 0, 0], 100, 40)
    assert drawn.line == "0.0,40.0 50.0,40.0 100.0,40.0"
    assert (drawn.top, drawn.last) == (0, 0)


def test_parts_stand_beside_one_another_and_empty_ones_are_left_out() -> None:
    parts = drawing.stack([("a", 2), ("b", 0), ("c", 1), ("d", -1e-17), ("e", 1)], 8)
    assert [(one.name, one.x, one.width) for one in parts] == [
        ("a", 0, 25),
        ("c", 25, 12.5),
        ("e", 37.5, 12.5),
    ]


@pytest.mark.parametrize("whole", [0, -1])
def test_a_bar_of_nothing_has_no_parts(whole: float) -> None:
    assert drawing.stack([("a", 1)], whole) == []
