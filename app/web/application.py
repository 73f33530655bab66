"""The web application: what it opens when it starts, and how failures are told."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from app import databases, logs
from app.agent.execution import Engine
from app.bell import Bell
from app.db import Database, Refused, Unavailable
from app.embedded import Dsns
from app.gateway import Gateway
from app.hooks import Lifecycle
from app.jobs import Jobs
from app.notices import Notices
from app.redaction import Redactor
from app.sandbox import Sandbox
from app.settings import Settings
from app.vault import Vault
from app.web import guard, problems
from app.web.logins import Logins
from app.web.routes import ROUTES

logger = logging.getLogger(__name__)

#: Milliseconds. Recall has connections of its own, so that this holds for it alone.
RECALL_TIMEOUT = 250
#: Milliseconds, for whoever waits at a search; it has connections of its own as well, while it is used.
SEARCH_TIMEOUT = 3_000

#: What scripts are told instead of the words for people at a page.
_API_ERRORS = {
    404: ("not_found", "There is nothing at this address. The README lists those of the API."),
    405: (
        "method_not_allowed",
        "This address does not take this method; the header allow lists those that it does.",
    ),
}


def create_app(settings: Settings, dsns: Dsns, redactor: Redactor | None = None) -> Starlette:
    """Return the application. Its databases must be migrated before it starts.

    `redactor` is told every secret that is used; whoever writes logs gives the one that reads them.
    Whoever serves it sets `app.state.stopping` as soon as it is to stop.
    """

    redacts = redactor or logs.redactor(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        db = Database(dsns.application, min_size=2, max_size=12)
        recall_db = Database(dsns.application, min_size=1, max_size=4, statement_timeout_ms=RECALL_TIMEOUT)
        search_db = Database(dsns.application, min_size=0, max_size=3, statement_timeout_ms=SEARCH_TIMEOUT)
        gateway = Gateway(settings)
        bell = Bell(dsns.application)
        vault = Vault(db, settings.secret_keys, redacts)
        never = {settings.port, *databases.ports(dsns)}
        hooks = Lifecycle(db, vault, redacts, Sandbox(), never)
        engine = Engine(db, recall_db, gateway, bell, vault, redacts, hooks)
        notices = Notices(db, vault, never)
        jobs = Jobs(dsns.application, db, gateway, engine, redacts, notices)
        logins = Logins(db, bell, settings.api_key.get_secret_value() if settings.api_key else "")
        app.state.settings, app.state.db, app.state.engine, app.state.gateway = settings, db, engine, gateway
        app.state.bell, app.state.search_db, app.state.logins = bell, search_db, logins
        app.state.vault, app.state.hooks, app.state.notices = vault, hooks, notices
        try:
            await db.open()
            await recall_db.open()
            await search_db.open()
            await gateway.start()
            bell.start()
            vault.start(bell)
            logins.start()
            engine.start()
            jobs.start()
            ending = asyncio.create_task(_interrupt_when_stopping(app, engine))
            yield
            ending.cancel()
        finally:
            await engine.close()
            await logins.close()
            await vault.close()
            await bell.close()
            await jobs.close()
            await gateway.close()
            await search_db.close()
            await recall_db.close()
            await db.close()

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[Middleware(guard.Guard, settings=settings)],
        exception_handlers={
            Refused: _refused,
            Unavailable: _unavailable,
            HTTPException: _http_error,
            Exception: _failed,
        },
    )
    app.state.stopping = asyncio.Event()
    return app


async def _interrupt_when_stopping(app: Starlette, engine: Engine) -> None:
    """End running turns, and with them their streams, while their readers are still connected."""
    await app.state.stopping.wait()
    await engine.close()


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return guard.refuse(request, error)


async def _unavailable(request: Request, _error: Exception) -> Response:
    return guard.refuse(request, Refused(503, "database_unavailable", problems.DATABASE_AWAY))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = problems.problem_for(error.status_code)
    code, message = _API_ERRORS.get(error.status_code, ("refused", ""))
    if not guard.is_api(request) or not message:
        message = f"{known.happened} {known.next}"
    response = guard.refuse(request, Refused(error.status_code, code, message))
    response.headers.update(error.headers or {})
    return response


async def _failed(request: Request, error: Exception) -> Response:
    """A fault of ours: the log has it under the id that its reader is told."""
    id = uuid4().hex[:12]
    logger.error("request %s failed", id, exc_info=error)
    message = f"popagent ran into a fault of its own. Its log tells more under {id}."
    return guard.refuse(request, Refused(500, "internal", message, {"id": id}))
