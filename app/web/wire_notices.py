"""The JSON shapes of notifications."""

from datetime import datetime
from typing import Any

from app.web.wire import In, Out, Revision


class NotificationPatch(In):
    """PATCH /api/settings/notifications; what is left out stays as it is. An empty address sends nothing."""

    revision: Revision
    url: str | None = None
    allow_loopback: bool | None = None
    secret_name: str | None = None
    on_done: bool | None = None
    on_failed: bool | None = None
    on_waiting: bool | None = None

    def changes(self) -> dict[str, Any]:
        """Return the settings that change."""
        return self.model_dump(exclude_none=True, exclude={"revision"})


class Nothing(In):
    """A body that says nothing."""


class NotificationOut(Out):
    url: str
    allow_loopback: bool
    secret_name: str
    on_done: bool
    on_failed: bool
    on_waiting: bool
    revision: int
    updated_at: datetime


class NoticeOut(Out):
    """A notification; `delivery` is none, pending, delivered or failed, and `error` says why it is not."""

    id: int
    kind: str
    title: str
    address: str
    delivery: str
    attempts: int
    error: str | None
    created_at: datetime
    delivered_at: datetime | None
