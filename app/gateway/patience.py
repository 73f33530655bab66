"""How long and how often a gateway is asked again."""

from dataclasses import dataclass

from app.gateway.faults import Fault


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds. The pauses are used where the gateway names none; their number bounds the tries."""

    busy: tuple[float, ...] = (1, 2, 4, 8)
    connect: tuple[float, ...] = (0.5, 1.5)
    longest: float = 30
    budget: float = 60

    def begin(self) -> "Waits":
        """A fresh count for one model call."""
        return Waits(self)


class Waits:
    """The waits of one model call so far."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._spent = 0.0
        self._tries = {"busy": 0, "connect": 0}

    def next(self, fault: Fault) -> float | None:
        """Seconds to wait before the next try, or None when the fault is final."""
        patience = self._patience
        pauses = patience.busy if fault.kind == "busy" else patience.connect
        tried = self._tries[fault.kind]
        if not fault.retry or tried >= len(pauses):
            return None
        self._tries[fault.kind] = tried + 1
        left = patience.budget - self._spent
        wait = min(fault.after or pauses[tried], patience.longest, left)
        if left <= 0:
            return None
        self._spent += wait
        return wait
