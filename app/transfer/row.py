"""What every shape of an export is made of: a row of one table, and the types of its columns."""

from datetime import datetime
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints


def _time(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("a time needs its zone")
    return text


Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}\z")]
Uuid = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z")]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}\z")]
Trace = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}\z")]
Time = Annotated[str, AfterValidator(_time)]
Whole = Annotated[int, Field(ge=0, le=2**63 - 1)]
Positive = Annotated[int, Field(ge=1, le=2**63 - 1)]
Filled = Annotated[str, StringConstraints(min_length=1)]
Draft = Annotated[str, StringConstraints(max_length=1_000_000)]

_NAMES = (Id, Uuid, Hash, Trace, Time, Filled)


class Row(BaseModel):
    """A row of one table, with its columns as they are named there."""

    model_config = ConfigDict(extra="forbid", strict=True)

    #: The columns by which the rows of its kind are ordered in a file, each row once.
    order: ClassVar[tuple[str, ...]] = ("id",)
    #: What it is a part of, and the column that names that: parts come in with their whole or not at all.
    part_of: ClassVar[tuple[str, str]] = ("", "")
    #: Columns that name rows of other kinds, which stand before it.
    refers: ClassVar[dict[str, str]] = {}

    @classmethod
    @cache
    def texts(cls) -> frozenset[str]:
        """The columns that hold what somebody wrote; the others are names, numbers, times or words of a list."""
        hints = get_type_hints(cls, include_extras=True)
        return frozenset(name for name in cls.model_fields if _is_text(hints[name]))

    @property
    def place(self) -> tuple[Any, ...]:
        """Where it stands among the rows of its kind."""
        return tuple(getattr(self, name) or "" for name in self.order)

    @property
    def whole(self) -> str:
        """What it is a part of; empty when it stands for itself."""
        what, column = self.part_of
        return f"{what} {getattr(self, column)}" if what else ""


def _is_text(hint: Any) -> bool:
    if hint in _NAMES or get_origin(hint) is Literal:
        return False
    if get_origin(hint) is Annotated:
        return _is_text(get_args(hint)[0])
    return any(_is_text(each) for each in get_args(hint)) or hint in (str, Any)
