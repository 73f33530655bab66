"""How full a context is, in figures that can be read at a glance."""

import pytest

from app.web.meter import Meter, meter, short


@pytest.mark.parametrize(
    ("count", "figures"),
    [
        (1, "1"), (999, "999"), (1000, "1k"), (1304, "1.3k"), (12_440, "12.4k"), (32_768, "32.8k"),
        (99_960, "100k"), (128_000, "128k"), (999_499, "999k"), (999_500, "1M"), (1_048_576, "1.05M"),
    ],
)  # fmt: skip
def test_counts_are_told_in_three_figures(count: int, figures: str) -> None:
    assert short(count) == figures


def test_a_meter_tells_tokens_of_the_window() -> None:
    assert meter(812, 32_768) == Meter(812, 32_768, 2, False, "812 of 32.8k tokens")
    assert meter(1, 1_000_000) == Meter(1, 1_000_000, 1, False, "1 of 1M tokens")


def test_without_a_window_the_tokens_are_told_alone() -> None:
    assert meter(12_400, None) == Meter(12_400, None, 0, False, "12.4k tokens")


@pytest.mark.parametrize(("tokens", "full"), [(84_999, False), (85_000, True), (130_000, True)])
def test_a_window_that_is_nearly_full_warns(tokens: int, full: bool) -> None:
    found = meter(tokens, 100_000)
    assert found is not None
    assert found.full is full
    assert found.share <= 100


@pytest.mark.parametrize("tokens", [None, 0])
def test_there_is_none_before_anything_was_counted(tokens: int | None) -> None:
    assert meter(tokens, 1000) is None
