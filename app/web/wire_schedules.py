"""The JSON shapes of schedules."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from app.web.wire import Id, In, Out, Revision, Title

Prompt = Annotated[str, StringConstraints(min_length=1, max_length=100_000)]
#: What a schedule may be is decided where it is reckoned; here only that it is a short text.
Cron = Annotated[str, StringConstraints(max_length=1_000)]
Seconds = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
Missed = Literal["skip", "run_once"]


class ScheduleIn(In):
    """POST /api/schedules. The time zone is that of the host; without a title the first words of the prompt are one."""

    prompt: Prompt
    cron: Cron
    title: Title = ""
    workspace_id: Id | None = None
    enabled: bool = True
    missed: Missed = "run_once"
    grace_seconds: Seconds = 3600
    overlap: bool = False


class SchedulePatch(In):
    """PATCH /api/schedules/:id; what is left out stays as it is."""

    revision: Revision
    prompt: Prompt | None = None
    cron: Cron | None = None
    title: Title | None = None
    workspace_id: Id | None = None
    enabled: bool | None = None
    missed: Missed | None = None
    grace_seconds: Seconds | None = None
    overlap: bool | None = None

    def changes(self) -> dict[str, Any]:
        """Return the columns that change."""
        return self.model_dump(exclude_none=True, exclude={"revision"})


class Words(In):
    """POST /api/schedules/words: when it is to run, as a person says it."""

    words: str


class ScheduleOut(Out):
    """A schedule; `lastOutcome` is what became of `lastDueAt`: on_time, late, missed, overlap or held."""

    id: UUID
    workspace_id: str
    title: str
    prompt: str
    cron: str
    zone: str
    enabled: bool
    missed: str
    grace_seconds: int
    overlap: bool
    next_run_at: datetime | None
    last_due_at: datetime | None
    last_outcome: str | None
    revision: int
    created_at: datetime
    updated_at: datetime


class ScheduleRunOut(Out):
    """What became of a due time; by_hand has none."""

    at: datetime
    due_at: datetime | None
    outcome: str
    task_id: UUID | None
    state: str | None
    error: str | None
    finished_at: datetime | None
