"""`popagent worker`: background tasks and jobs in a process of their own, beside any number of servers."""

import asyncio
import signal

from app import databases, keyfile, logs, schema
from app.agent.execution import Engine
from app.bell import Bell
from app.db import Database
from app.embedded import Dsns
from app.gateway import Gateway
from app.hooks import Lifecycle
from app.jobs import Jobs
from app.notices import Notices
from app.sandbox import Sandbox
from app.settings import Settings
from app.vault import Vault

#: Milliseconds, as in the server.
_RECALL_TIMEOUT = 250


def work(settings: Settings) -> int:
    """Works until a signal ends it; the exit status. Raises what the databases raise."""
    with databases.opened(settings, even_if_left=True) as dsns:
        databases.check(dsns)
        schema.migrate(dsns.application, dsns.observability)
        schema.check_configuration(dsns.application)
        return asyncio.run(_work(keyfile.with_key(settings), dsns))


async def _work(settings: Settings, dsns: Dsns) -> int:
    stopped: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, _end, stopped, number)
    db = Database(dsns.application, min_size=2, max_size=12)
    recall_db = Database(dsns.application, min_size=1, max_size=4, statement_timeout_ms=_RECALL_TIMEOUT)
    gateway, bell = Gateway(settings), Bell(dsns.application)
    redactor = logs.redactor(settings)
    logs.redact(redactor)
    vault = Vault(db, settings.secret_keys, redactor)
    never = {settings.port, *databases.ports(dsns)}
    hooks = Lifecycle(db, vault, redactor, Sandbox(), never)
    engine = Engine(db, recall_db, gateway, bell, vault, redactor, hooks)
    jobs = Jobs(dsns.application, db, gateway, engine, redactor, Notices(db, vault, never))
    try:
        await db.open()
        await recall_db.open()
        await gateway.start()
        bell.start()
        vault.start(bell)
        engine.start()
        jobs.start()
        print("popagent worker is ready", flush=True)
        ended_by = await stopped
        print("popagent worker is stopping: what runs is interrupted and queued again", flush=True)
    finally:
        await engine.close()
        await vault.close()
        await bell.close()
        await jobs.close()
        await gateway.close()
        await recall_db.close()
        await db.close()
    return 130 if ended_by == signal.SIGINT else 0


def _end(stopped: "asyncio.Future[int]", number: int) -> None:
    if not stopped.done():
        stopped.set_result(number)
