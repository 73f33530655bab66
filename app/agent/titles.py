"""Titles: after its first answer a session is named by the model that answered.

Whether it needs a name, and what becomes of one, is decided in the room `session`; here the gateway is asked.
"""

import asyncio
import logging
from uuid import UUID

from app.db import Database
from app.gateway import Gateway, GatewayError
from app.queries import execution, session
from app.redaction import Redactor

logger = logging.getLogger(__name__)

#: Seconds that a model has for a title.
TIMEOUT = 60


async def name_session(db: Database, gateway: Gateway, execution_id: UUID, redactor: Redactor) -> None:
    """Have the session of an answered question named. Without an answer it keeps its name, until the next turn."""
    asked = await execution.title_request(db, execution_id)
    if asked is None:
        return
    try:
        async with asyncio.timeout(TIMEOUT):
            title = await gateway.complete(model=asked.model, messages=asked.messages)
    except (GatewayError, TimeoutError) as error:
        logger.info("session %s was not named: %s", asked.thread_id, error)
        return
    await session.entitle(db, asked.thread_id, redactor.text(title))
