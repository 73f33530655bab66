"""When something that fails is left alone, and for how long."""

from app.agent.breaker import FAILURES, PAUSE, Breaker


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_failures_in_a_row_pause_it_for_a_minute_and_one_more_pauses_it_again() -> None:
    clock = Clock()
    breaker = Breaker(clock)
    for _ in range(FAILURES - 1):
        breaker.failed()
        assert breaker.seconds_left == 0
    breaker.failed()
    assert breaker.seconds_left == PAUSE
    clock.now += PAUSE - 1
    assert breaker.seconds_left == 1
    clock.now += 1
    assert breaker.seconds_left == 0
    breaker.failed()
    assert breaker.seconds_left == PAUSE


def test_a_success_forgets_what_failed_before() -> None:
    breaker = Breaker(Clock())
    for _ in range(FAILURES - 1):
        breaker.failed()
    breaker.worked()
    for _ in range(FAILURES - 1):
        breaker.failed()
    assert breaker.seconds_left == 0
