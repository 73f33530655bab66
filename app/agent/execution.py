"""The engine: what surrounds an execution, from the accepted message to the stored answer.

An execution belongs to this process, not to the request that began it. Its state is a row, its
stream is stored every tenth of a second, and a lease that is renewed while it runs tells the
other processes that it is alive.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from app.agent import follow, meaning, setup
from app.agent.breaker import Breaker
from app.agent.context import Recalled, opening, recall
from app.agent.keeper import LEASE, Keeper
from app.agent.loop import Outcome, work
from app.agent.models import Models, known_models
from app.agent.run import DONE, Run, closing_frames, start_part
from app.db import Database, Refused, Unavailable
from app.gateway import Gateway, GatewayError
from app.queries import execution, memory
from app.tools import TOOLS, ToolContext

logger = logging.getLogger(__name__)


@dataclass
class _Result:
    """How a run ended, filled while it runs so that it is right whenever the run is aborted."""

    state: str = "completed"
    error: str | None = None
    outcome: Outcome = field(default_factory=Outcome)
    recalled: Recalled = field(default_factory=Recalled)

    def end(self, state: str, end_reason: str, error: str | None = None) -> None:
        self.state, self.outcome.end_reason, self.error = state, end_reason, error


class Engine:
    """Runs executions. `accept` begins one, `follow` reads its stream, `stop` ends it."""

    def __init__(self, db: Database, recall_db: Database, gateway: Gateway) -> None:
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._db = db
        self._recall_db = recall_db
        self._gateway = gateway
        self._runs: dict[UUID, Run] = {}
        self._embedding = Breaker()
        self._keeper = Keeper(db, self.owner, self._runs)
        self._closing = False
        self._warming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to keep leases and streams, and to end what dead processes left."""
        self._keeper.start()
        self._warming = asyncio.create_task(self._warm_up())

    async def close(self) -> None:
        """Interrupt what runs, keeping what was said."""
        self._closing = True
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for run in list(self._runs.values()):
            run.stop("interrupted")
        if tasks:
            await asyncio.wait(tasks, timeout=5)
        if self._warming is not None:
            self._warming.cancel()
        await self._keeper.close()

    async def _warm_up(self) -> None:
        """Have recall planned before the first question needs it within its limit of time."""
        with contextlib.suppress(Exception):
            await memory.recall_block(self._recall_db, "popagent-user", "warm up")

    async def models(self) -> Models:
        """Return the gateway's models with the stored default. Refused 503 settings_missing."""
        return await known_models(self._db, self._gateway)

    def tools(self) -> list[setup.ToolInfo]:
        """Return the tools that an agent can be given."""
        return setup.known_tools()

    async def change_runtime(self, revision: int, changes: dict[str, Any]) -> setup.Changed:
        """Change runtime settings; the default model is held against the catalogue. Refused 400, 409, 422, 503."""
        return await setup.change_runtime(self._db, self._gateway, revision, changes)

    async def meaning(self) -> meaning.State:
        """Return how meaning-based recall is set, what there is for it, and how far it is. Refused 503."""
        return await meaning.state(self._db, self._gateway, self._embedding)

    def meaning_changed(self) -> None:
        """Try again at once what failed in embedding questions: its owner has changed something."""
        self._embedding.worked()

    async def would_recall(self, resource_id: str, question: str) -> list[memory.Found]:
        """Return the memories that a turn asking this would be given, with the parts of their scores."""
        model = await meaning.model_in_use(self._db)
        vector = await meaning.vector_of(question, model, self._gateway, self._embedding)
        return await memory.recall(self._db, resource_id, question, vector=vector)

    async def accept(
        self,
        session_id: str,
        message: dict[str, Any],
        model: str | None = None,
        workspace_id: str | None = None,
    ) -> execution.Accepted:
        """Store a user's UI message and begin its turn, or find the turn that it began before.

        Raises Refused: 400 invalid_id, 409 turn_running or message_exists, 422 unknown_model or
        unknown_workspace, 503 when settings are missing, no model is known or the server is stopping.
        """
        if self._closing:
            raise Refused(503, "stopping", "The server is stopping. Send again when it is back.")
        catalogue = await self._gateway.catalogue()
        accepted = await execution.accept_turn(
            self._db,
            session_id=session_id,
            message_id=message["id"],
            parts=message["parts"],
            owner=self.owner,
            lease_seconds=LEASE,
            model=model,
            catalogue=catalogue.models,
            catalogue_is_complete=catalogue.complete,
            workspace_id=workspace_id,
            metadata=message.get("metadata") or {},
        )
        if accepted.created:
            run = Run(accepted, session_id)
            self._runs[run.id] = run
            run.task = asyncio.create_task(self._execute(run))
        return accepted

    async def stop(self, thread_id: str) -> bool:
        """Stop what runs in a thread, in whichever process; False when nothing does."""
        execution_id = await execution.request_stop(self._db, thread_id)
        self.abort(thread_id)
        return execution_id is not None

    def abort(self, thread_id: str) -> None:
        """Abort at once what this process runs in a thread."""
        for run in list(self._runs.values()):
            if run.thread_id == thread_id:
                run.stop("stopped")

    def follow(self, execution_id: UUID, after: int = 0) -> AsyncIterator[bytes]:
        """Return the stream of an execution after part `after`: each part once, then live, to its end.

        Nothing comes of an execution that was deleted.
        """
        run = self._runs.get(execution_id)
        if run is not None:
            return follow.follow_run(run, after)
        return follow.follow_stored(self._db, execution_id, after)

    async def can_follow(self, execution_id: UUID) -> bool:
        """Whether the stream of an execution is still there, from its first part, or still to come."""
        if execution_id in self._runs:
            return True
        rows = await execution.replay(self._db, execution_id, 0)
        return any(row.state in follow.ACTIVE or row.part is not None for row in rows)

    def watch(self, execution_id: UUID) -> AsyncIterator[None]:
        """Return an iterator that yields at once, whenever more of an execution was stored, and at its end."""
        run = self._runs.get(execution_id)
        if run is not None:
            return follow.watch_run(run)
        return follow.watch_stored(self._db, execution_id)

    async def _execute(self, run: Run) -> None:
        result = _Result()
        try:
            await self._attempt(run, result)
        except asyncio.CancelledError:
            if run.stop_reason == "stopped":
                result.end("stopped", "stopped")
            else:
                result.end("interrupted", "interrupted", "The server was stopped while it wrote this answer.")
        await asyncio.shield(self._conclude(run, result))

    async def _attempt(self, run: Run, result: _Result) -> None:
        """Do the work and note how it ended; only an abort is raised."""
        try:
            await self._work(run, result)
        except GatewayError as error:
            result.end("failed", "error", error.message)
        except (Unavailable, Refused) as error:
            result.end("failed", "error", str(error))
        except Exception:
            logger.exception("execution %s failed", run.id)
            result.end(
                "failed",
                "error",
                "Something failed inside popagent; its log says what. Your message is kept.",
            )
        else:
            if result.outcome.end_reason == "interrupted":
                result.end("interrupted", "interrupted", "The gateway's answer broke off before its end.")

    async def _work(self, run: Run, result: _Result) -> None:
        emit = self._keeper.emitter(run)
        emit(start_part(run.accepted))
        context, embedding_model = await asyncio.gather(
            execution.context(self._db, run.id), meaning.model_in_use(self._recall_db)
        )
        if context is None:
            raise Refused(404, "session_not_found", "The session was deleted.")
        vector = await meaning.vector_of(context.question, embedding_model, self._gateway, self._embedding)
        await recall(self._recall_db, context, result.recalled, vector)
        if result.recalled.failed:
            emit({"type": "data-recall", "data": {"failed": True}})
        await work(
            self._gateway,
            emit,
            model=run.accepted.model,
            messages=opening(context, result.recalled.block),
            tools={key: TOOLS[key] for key in context.tools if key in TOOLS},
            context=ToolContext(self._db, context.resource_id, context.thread_id, result.recalled.ids),
            max_steps=run.accepted.settings["supervisor_max_steps"],
            concurrency=run.accepted.settings["tool_call_concurrency"],
            outcome=result.outcome,
        )

    async def _conclude(self, run: Run, result: _Result) -> None:
        """Store the end, then close the stream of whoever reads it here."""
        if result.error is not None:
            run.emit({"type": "error", "errorText": result.error})
        elif result.state == "stopped":
            run.emit({"type": "abort"})
        closing = DONE
        try:
            closing = await self._finish(run, result)
        except Refused as refusal:
            logger.warning("the end of execution %s was not stored: %s", run.id, refusal.code)
            closing = await follow.closing(self._db, run.id)
        except Exception:
            logger.exception("the end of execution %s could not be stored; its lease will run out", run.id)
        finally:
            run.close(closing)
            self._runs.pop(run.id, None)

    async def _finish(self, run: Run, result: _Result) -> bytes:
        first_n, tail = await self._keeper.tail(run)
        outcome = result.outcome
        give_up = asyncio.get_running_loop().time() + LEASE
        while True:
            try:
                end = await execution.finish(
                    self._db,
                    run.id,
                    self.owner,
                    state=result.state,
                    end_reason=outcome.end_reason,
                    error=result.error,
                    first_n=first_n,
                    tail=tail,
                    usage=outcome.usage,
                    memory_ids=result.recalled.ids,
                )
            except Unavailable:
                if asyncio.get_running_loop().time() > give_up:
                    raise
                await asyncio.sleep(0.5)
            else:
                return closing_frames(
                    run.id, run.accepted.trace_id, end.end_reason, outcome.usage, end.revision
                )
