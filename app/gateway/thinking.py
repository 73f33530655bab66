"""`<think>` at the start of an answer: reasoning that some models send as content."""

_OPEN = ("<think>", "<thinking>")


class Thinking:
    """Splits content into (is thinking, text) until the answer proper has begun; then `over` is True.

    Tags may be cut anywhere. Only blocks at the very start count: a `<think>` inside the answer
    is the answer's own text.
    """

    def __init__(self) -> None:
        self.over = False
        self._close = ""
        self._held = ""
        self._after_block = False

    def split(self, text: str) -> list[tuple[bool, str]]:
        """The pieces of `text` whose side is certain; the rest is held for the next call."""
        if self.over:
            return [(False, text)]
        text, self._held = self._held + text, ""
        found: list[tuple[bool, str]] = []
        while not self.over:
            text, more = self._inside(text, found) if self._close else self._before(text, found)
            if not more:
                break
        return found

    def rest(self) -> list[tuple[bool, str]]:
        """What was held back, once no more comes."""
        held, self._held = self._held, ""
        thinking = bool(self._close)
        self.over = True
        return [(thinking, held)] if held and (thinking or held.strip() or not self._after_block) else []

    def _before(self, text: str, found: list[tuple[bool, str]]) -> tuple[str, bool]:
        start = text.lstrip()
        for tag in _OPEN:
            if start.startswith(tag):
                self._close = tag.replace("<", "</")
                return start[len(tag) :], True
        if any(tag.startswith(start) for tag in _OPEN):
            self._held = text
            return "", False
        self.over = True
        found.append((False, start if self._after_block else text))
        return "", False

    def _inside(self, text: str, found: list[tuple[bool, str]]) -> tuple[str, bool]:
        thought, closed, after = text.partition(self._close)
        if closed:
            self._close = ""
            self._after_block = True
        else:
            thought, self._held = _without_start_of(self._close, text)
        if thought:
            found.append((True, thought))
        return after, bool(closed)


def _without_start_of(tag: str, text: str) -> tuple[str, str]:
    """`text` split before the longest ending that may be the beginning of `tag`."""
    for size in range(min(len(tag) - 1, len(text)), 0, -1):
        if tag.startswith(text[-size:]):
            return text[:-size], text[-size:]
    return text, ""
