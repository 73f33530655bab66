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
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID, uuid4

from app.agent import crons, follow, meaning, setup
from app.agent.attempt import Result, attempt
from app.agent.breaker import Breaker
from app.agent.hooking import Halted
from app.agent.keeper import LEASE, Keeper
from app.agent.models import Models, known_models
from app.agent.run import DONE, Run, TaskOf, closing_frames
from app.bell import Bell
from app.db import Database, Refused, Unavailable
from app.gateway import Catalogue, Gateway
from app.hooks import About, Event, Lifecycle
from app.queries import execution, memory, task
from app.queries import execution_approvals as approval
from app.redaction import Redactor
from app.vault import Vault

logger = logging.getLogger(__name__)
T = TypeVar("T")

#: Seconds that the runs of a stopping server have to store their end.
_END = 5


class Engine:
    """Runs executions. `accept` and `regenerate` begin one, `follow` reads its stream, `stop` ends it."""

    def __init__(
        self,
        db: Database,
        recall_db: Database,
        gateway: Gateway,
        bell: Bell,
        vault: Vault,
        redactor: Redactor,
        hooks: Lifecycle,
    ) -> None:
        self.hooks = hooks
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._db = db
        self._recall_db = recall_db
        self._gateway = gateway
        self._vault = vault
        self._redactor = redactor
        self._runs: dict[UUID, Run] = {}
        self._embedding = Breaker()
        self._keeper = Keeper(db, self.owner, self._runs, bell, self._take)
        self._taking = asyncio.Lock()
        self._closing = False
        self._warming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to keep leases and streams, and to end what dead processes left."""
        self._keeper.start()
        self._warming = asyncio.create_task(self._warm_up())

    async def close(self) -> None:
        """Interrupt what runs, keeping what was said; what waits in a queue is left to others."""
        self._closing = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END):
                # What is being taken just now is begun, and interrupted with the rest.
                async with self._taking:
                    pass
                while self._runs:
                    for run in list(self._runs.values()):
                        run.stop("interrupted")
                    await asyncio.wait([run.task for run in self._runs.values() if run.task is not None])
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

    async def cron_from_words(self, words: str, zone: str) -> str:
        """Return the cron expression that words stand for, as a model sees it. Refused 422, 503."""
        return await crons.from_words(self._db, self._gateway, words, zone)

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

        While a turn runs the message waits: `position` is its place in the queue, and the rest tells of
        the turn that it waits for. Raises Refused: 400 invalid_id, 409 message_exists or queue_full,
        422 prompt_blocked, unknown_model or unknown_workspace, 503 when settings are missing, no model is known or the
        server is stopping.
        """
        catalogue = await self._ready()
        turn_id = uuid4()
        accepted = await execution.accept_turn(
            self._db,
            session_id=session_id,
            message_id=message["id"],
            parts=await self._gated(session_id, turn_id, message["id"], message["parts"]),
            owner=self.owner,
            lease_seconds=LEASE,
            model=model,
            catalogue=catalogue.models,
            catalogue_is_complete=catalogue.complete,
            workspace_id=workspace_id,
            metadata=message.get("metadata") or {},
            turn_id=turn_id,
        )
        if accepted.created:
            self._begin(accepted, _doubt(model, catalogue))
        return accepted

    async def edit_queued(
        self, session_id: str, message_id: str, revision: int, parts: list[dict[str, Any]]
    ) -> execution.Queued:
        """Change what a message says that waits for its turn; what it says now is asked about as when it was sent.

        Refused 404, 409 already_taken or revision_conflict, 422 prompt_blocked.
        """
        parts = await self._gated(session_id, None, f"{message_id}/{revision}", parts)
        return await execution.edit_queued(self._db, session_id, message_id, revision, parts)

    async def _gated(
        self, session_id: str, turn_id: UUID | None, mark: str, parts: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Ask the hooks about a message; return its parts with what they add. Refused 422 prompt_blocked."""
        hooks = await self.hooks.chosen("UserPromptSubmit")
        if not hooks:
            return parts
        prompt = "\n\n".join(part["text"] for part in parts if part["type"] == "text")
        about = About(session_id, turn_id, None, "popagent")
        verdict = await self.hooks.gate(hooks, Event("UserPromptSubmit", about, mark, "", {"prompt": prompt}))
        reason = verdict.blocked or verdict.ended
        if reason is not None:
            raise Refused(422, "prompt_blocked", f"A hook did not let this message through: {reason}")
        return parts + [{"type": "data-hookContext", "data": {"text": text}} for text in verdict.context]

    async def regenerate(
        self, session_id: str, message_id: str | None = None, model: str | None = None
    ) -> execution.Accepted:
        """Ask the last question of a session again: a new version of its answer, or another try after a failure.

        `message_id`, when given, must name that question or an answer to it. Raises Refused:
        404 session_not_found, 409 turn_running, nothing_asked or not_the_last, 422 unknown_model, 503.
        """
        catalogue = await self._ready()
        accepted = await execution.regenerate(
            self._db,
            session_id=session_id,
            owner=self.owner,
            lease_seconds=LEASE,
            message_id=message_id,
            model=model,
            catalogue=catalogue.models,
            catalogue_is_complete=catalogue.complete,
        )
        self._begin(accepted, _doubt(model, catalogue))
        return accepted

    async def _ready(self) -> Catalogue:
        """Return the catalogue for a turn that is to begin. Refused 503 when the server is stopping."""
        if self._closing:
            raise Refused(503, "stopping", "The server is stopping. Send again when it is back.")
        return await self._gateway.catalogue()

    def _begin(
        self,
        accepted: execution.Accepted,
        doubt: str | None = None,
        stream: Sequence[dict[str, Any]] = (),
    ) -> Run:
        run = Run(accepted, doubt, stream)
        self._runs[run.id] = run
        run.task = asyncio.create_task(self._execute(run))
        return run

    def _go_on(self, resumed: approval.Resumed) -> Run:
        return self._begin(resumed.accepted, stream=resumed.stream)

    async def _take(self, session_id: str | None = None) -> None:
        """Go on with what was decided, and with messages that wait where nothing runs: in one session, or in any."""
        async with self._taking:
            if self._closing:
                return
            for resumed in await approval.resume(self._db, self.owner, LEASE, session_id):
                self._go_on(resumed)
            for accepted in await execution.take_queued(self._db, self.owner, LEASE, session_id):
                self._begin(accepted)

    async def run_task(self, id: UUID) -> bool:
        """Do the task of a job that was picked, to its end; False when this server stops before it.

        A task that is not queued any more is left alone; one that cannot begin fails. When the time that it had at its
        start is over it is aborted first, then fails. Raises Unavailable, and Refused while the server is stopping.
        """
        catalogue = await self._ready()
        # Whoever closes the engine waits for this lock: what is claimed is begun, and interrupted with the rest.
        async with self._taking:
            await self._ready()
            try:
                claimed = await task.claim(
                    self._db, id, self.owner, LEASE, catalogue.models, catalogue.complete
                )
            except Refused as refusal:
                await task.fail(self._db, id, str(refusal))
                return True
            if claimed is None:
                return True
            run = self._begin(claimed.accepted)
        assert run.task is not None
        run.seconds, run.task_of = claimed.timeout_seconds, TaskOf(id, claimed.origin)
        # Not this call's own clock: it may be cancelled with its job, and the run goes on.
        alarm = asyncio.get_running_loop().call_later(claimed.timeout_seconds, run.stop, "timeout")
        run.task.add_done_callback(lambda _: alarm.cancel())
        await asyncio.wait({run.task})
        if run.stop_reason == "interrupted":
            return False
        await self._tell_end(run, claimed.origin)
        return True

    async def _tell_end(self, run: Run, origin: str) -> None:
        """Tell the hooks that a task ended, with what is stored of it."""
        if run.hooked is not None:
            ending = await execution.ending(self._db, run.id)
            content = {"state": ending.state, "end_reason": ending.end_reason} if ending is not None else {}
            with contextlib.suppress(Halted):
                await run.hooked.observe("TaskStop", str(run.id), content, origin)

    async def stop(self, thread_id: str, execution_id: UUID | None = None) -> bool:
        """Stop what runs in a thread, or one execution of it, in whichever process; False when it does not run."""
        stopped = await execution.request_stop(self._db, thread_id, execution_id)
        if stopped is None:
            return False
        # Only that one: the next of the queue may run in its place by now.
        if stopped in self._runs:
            self._runs[stopped].stop("stopped")
        else:
            await self._take_next(thread_id)
        return True

    async def decide(self, thread_id: str, approval_id: str, decision: str, scope: str) -> None:
        """Let a waiting turn go on: the call is `approved` or `denied`, `once` or for the `session`.

        Refused: 404 approval_not_found, 409 already_decided or not_waiting.
        """
        await approval.decide(self._db, thread_id, approval_id, decision, scope)
        await self._take_next(thread_id)

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
            return follow.follow_run(self._db, run, after)
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
            return follow.watch_run(self._db, run)
        return follow.watch_stored(self._db, execution_id)

    async def _execute(self, run: Run) -> None:
        result = Result()
        emit = self._keeper.emitter(run)
        try:
            await attempt(
                run,
                result,
                emit,
                owner=self.owner,
                begin=self._go_on,
                db=self._db,
                recall_db=self._recall_db,
                gateway=self._gateway,
                embedding=self._embedding,
                vault=self._vault,
                redactor=self._redactor,
                lifecycle=self.hooks,
            )
        except asyncio.CancelledError:
            if run.stop_reason == "stopped":
                result.end("stopped", "stopped")
            elif run.stop_reason == "timeout":
                result.end("failed", "timeout", f"It was not done within its {run.seconds} seconds.")
            else:
                result.end("interrupted", "interrupted", "The server was stopped while it wrote this answer.")
        if result.error is not None:
            result.error = self._redactor.text(result.error)
        run.end_reason, run.usage = result.outcome.end_reason, result.outcome.usage
        await asyncio.shield(self._suspend(run, result) if result.suspended else self._conclude(run, result))

    async def _suspend(self, run: Run, result: Result) -> None:
        """Leave a run to its owner's decision; end it when it is to stop, or cannot be left."""
        asked = result.suspended
        assert asked is not None
        first_n, tail = await self._keeper.tail(run)
        outcome, ids = result.outcome, result.recalled.ids

        async def store() -> bool:
            return await approval.suspend(
                self._db,
                run.id,
                self.owner,
                call_id=asked.call_id,
                tool=asked.tool,
                input=self._redactor.json(asked.input),
                first_n=first_n,
                tail=tail,
                usage=outcome.usage,
                memory_ids=ids,
            )

        try:
            suspended = await _insist(store)
        except (Unavailable, Refused) as error:
            logger.warning("execution %s could not be suspended: %s", run.id, error)
            result.end("interrupted", "interrupted", "The question for your permission could not be stored.")
            suspended = False
        else:
            if not suspended:
                result.end("stopped", "stopped")
        if suspended:
            self._runs.pop(run.id, None)
            run.leave()
        else:
            await self._conclude(run, result)

    async def _conclude(self, run: Run, result: Result) -> None:
        """Store the end, then close the stream of whoever reads it here."""
        if result.error is not None:
            run.emit({"type": "error", "errorText": result.error})
        elif result.state == "stopped":
            run.emit({"type": "abort"})
        closing, waiting = DONE, False
        try:
            end = await self._finish(run, result)
            trace_id, usage = run.accepted.trace_id, result.outcome.usage
            closing = closing_frames(run.id, trace_id, end.end_reason, usage, end.revision)
            waiting = end.waiting
        except Refused as refusal:
            logger.warning("the end of execution %s was not stored: %s", run.id, refusal.code)
            closing = await follow.closing(self._db, run.id)
        except Exception:
            logger.exception("the end of execution %s could not be stored; its lease will run out", run.id)
        finally:
            run.close(closing)
            self._runs.pop(run.id, None)
        if waiting:
            await self._take_next(run.thread_id)

    async def _take_next(self, thread_id: str) -> None:
        try:
            await self._take(thread_id)
        except (Unavailable, Refused) as error:
            logger.warning("the next message could not be taken and is tried again: %s", error)

    async def _finish(self, run: Run, result: Result) -> execution.End:
        first_n, tail = await self._keeper.tail(run)
        outcome = result.outcome
        # What becomes an episode is recalled elsewhere: it has no secret that was typed into the question.
        redacted = self._redactor.text(result.question)
        remembered = redacted if redacted != result.question else None

        async def store() -> execution.End:
            return await execution.finish(
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
                remembered_question=remembered,
            )

        return await _insist(store)


async def _insist(store: Callable[[], Awaitable[T]]) -> T:
    """Store something, again and again while the database cannot be reached and the lease lasts. Raises Unavailable."""
    give_up = asyncio.get_running_loop().time() + LEASE
    while True:
        try:
            return await store()
        except Unavailable:
            if asyncio.get_running_loop().time() > give_up:
                raise
            await asyncio.sleep(0.5)


def _doubt(model: str | None, catalogue: Catalogue) -> str | None:
    """Return what is to be said of a model that was asked for by name and cannot be looked up."""
    if model is None or catalogue.complete or model in catalogue.models:
        return None
    return f"The gateway does not list its models now, so it is not known whether it offers {model}."
