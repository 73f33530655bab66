"""What tools are called with in tests."""

from uuid import uuid4

import psycopg

from app.db import Database
from app.embedded import Dsns
from app.tools import ToolContext


def context(db: Database, resource_id: str, thread_id: str) -> ToolContext:
    """What a tool knows of an execution of the supervisor that is of no interest here."""
    return ToolContext(db, resource_id, thread_id, uuid4(), "popagent")


def thread(dsns: Dsns, id: str, resource_id: str) -> None:
    """Make a thread of an owner."""
    with psycopg.connect(dsns.application, autocommit=True) as connection:
        connection.execute("select thread.open(%s, 'chat', %s)", [id, resource_id])
