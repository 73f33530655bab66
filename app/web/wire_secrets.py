"""The JSON shapes of secrets; no shape that goes out has a value."""

from datetime import datetime
from typing import Annotated

from pydantic import StringConstraints

from app.web.wire import In, Out, Revision

Value = Annotated[str, StringConstraints(min_length=1, max_length=65536)]


class SecretIn(In):
    """POST /api/secrets"""

    name: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    value: Value


class SecretValue(In):
    """PUT /api/secrets/:name"""

    value: Value
    revision: Revision | None = None


class SecretOut(Out):
    """A secret by its name; the same value has the same fingerprint."""

    name: str
    fingerprint: str
    revision: int
    created_at: datetime
    updated_at: datetime
