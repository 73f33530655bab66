"""How full a model's context window is: what the last answer was given, in tokens."""

from dataclasses import dataclass

#: The share of the window from which it is called nearly full.
_NEARLY_FULL = 0.85


@dataclass(frozen=True)
class Meter:
    """Tokens given for the last answer, of those that the model takes; `window` None when that is not known.

    `share` is the filled part in percent.
    """

    tokens: int
    window: int | None
    share: int
    full: bool
    words: str


def meter(tokens: int | None, window: int | None) -> Meter | None:
    """Return the meter; None while nothing was given yet, or nobody counted."""
    if not tokens:
        return None
    if not window:
        return Meter(tokens, None, 0, False, f"{short(tokens)} tokens")
    share = min(100, max(1, round(100 * tokens / window)))
    words = f"{short(tokens)} of {short(window)} tokens"
    return Meter(tokens, window, share, tokens >= _NEARLY_FULL * window, words)


def short(count: int) -> str:
    """Return a count in three figures: 812, 12.4k, 128k, 1.05M."""
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if count >= size * 0.9995:
            amount = count / size
            figures = (
                f"{amount:.2f}" if amount < 9.995 else f"{amount:.1f}" if amount < 99.95 else f"{amount:.0f}"
            )
            return (figures.rstrip("0").rstrip(".") if "." in figures else figures) + unit
    return str(count)
