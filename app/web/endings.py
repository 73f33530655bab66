"""What is said of an answer that did not end as was hoped: what happened, what is safe, what to do."""

from dataclasses import dataclass
from typing import Any

_GO_ON = "Please go on where you stopped."
_TRY_AGAIN = "Try again"


@dataclass(frozen=True)
class Notice:
    """Why an answer is not what was hoped for: what happened, and what to do.

    The button that is offered asks the question again, or sends `text`; an empty label offers none.
    """

    tone: str
    happened: str
    label: str = ""
    text: str = ""

    @property
    def asks_again(self) -> bool:
        """Whether the button asks the question again."""
        return bool(self.label) and not self.text


def of_answer(state: str | None, end_reason: str | None, error: Any) -> Notice | None:
    """Return what is said below an answer; None below one that is complete."""
    if state == "failed":
        return Notice("danger", _in_words(error), _TRY_AGAIN)
    if state == "stopped":
        return Notice("quiet", "You stopped this answer. What was written is kept.", "Go on", _GO_ON)
    if state == "interrupted" or end_reason == "interrupted":
        happened = "This answer was interrupted before its end. What had arrived is kept."
        return Notice("danger", happened, "Go on", _GO_ON)
    if end_reason == "length":
        return Notice("quiet", "Cut off at the model's output limit.", "Go on", _GO_ON)
    if end_reason == "content_filter":
        return Notice("quiet", "The provider's content filter ended this answer.")
    return None


def of_silence(state: str | None, error: Any) -> Notice:
    """Return what is said in the place of an answer that was never begun."""
    if state == "stopped":
        return Notice("quiet", "You stopped this answer before anything was written.", _TRY_AGAIN)
    if state == "interrupted":
        return Notice("danger", "This answer was interrupted before anything had arrived.", _TRY_AGAIN)
    return Notice("danger", _in_words(error), _TRY_AGAIN)


def of_attempt(state: str | None, error: Any) -> Notice | None:
    """Return what is said below the answer from before, when the last attempt at a new one said nothing."""
    kept = "This is the answer from before."
    if state == "failed":
        return Notice("danger", f"{_in_words(error)} {kept}", _TRY_AGAIN)
    if state == "stopped":
        return Notice("quiet", f"You stopped the new answer before anything was written. {kept}", _TRY_AGAIN)
    if state == "interrupted":
        happened = f"The new answer was interrupted before anything had arrived. {kept}"
        return Notice("danger", happened, _TRY_AGAIN)
    return None


def _in_words(error: Any) -> str:
    message = error.get("message") if isinstance(error, dict) else error
    return str(message or "The model could not be reached.")
