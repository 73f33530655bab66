"""A circuit breaker: what fails again and again is not asked for a while, so that nobody waits for it."""

import time
from collections.abc import Callable

#: Failures in a row after which nothing is asked for `PAUSE` seconds. Then one more failure is enough.
FAILURES = 3
PAUSE = 60.0


class Breaker:
    """Counts failures in a row; `clock` tells seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._until = 0.0

    @property
    def seconds_left(self) -> float:
        """How long nothing is asked; 0 when asking is allowed."""
        return max(0.0, self._until - self._clock())

    def worked(self) -> None:
        """Note a success, or that something was changed: all is forgotten."""
        self._failures = 0
        self._until = 0.0

    def failed(self) -> None:
        """Note a failure."""
        self._failures += 1
        if self._failures >= FAILURES:
            self._until = self._clock() + PAUSE
