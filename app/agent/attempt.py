"""One attempt at an answer: what it starts from, what it is reminded of, its work, and how that ended."""

import asyncio
import json
import logging
from dataclasses import dataclass, field
from typing import Any

from app.agent import meaning
from app.agent.approval import Suspended, guarded
from app.agent.breaker import Breaker
from app.agent.context import Recalled, opening, recall
from app.agent.delegation import Begin, Delegator
from app.agent.hooking import Halted, Hooked
from app.agent.loop import NOTHING, Emit, Outcome, Taken, Unanswered, work
from app.agent.run import Run, start_part
from app.agent.screen import Screen
from app.db import Database, Refused, Unavailable
from app.gateway import Gateway, GatewayError, ToolCall
from app.hooks import About, Lifecycle
from app.queries import execution
from app.queries import execution_approvals as approval
from app.queries.hook import Hook
from app.redaction import Redactor
from app.tools import TOOLS, ToolContext
from app.vault import Vault

logger = logging.getLogger(__name__)


@dataclass
class Result:
    """How a run ended, filled while it runs so that it is right whenever the run is aborted.

    One that is `suspended` has not ended.
    """

    state: str = "completed"
    error: str | None = None
    outcome: Outcome = field(default_factory=Outcome)
    recalled: Recalled = field(default_factory=Recalled)
    suspended: Suspended | None = None
    question: str = ""

    def end(self, state: str, end_reason: str, error: str | None = None) -> None:
        """Note an end that is not the one hoped for."""
        self.state, self.outcome.end_reason, self.error = state, end_reason, error


async def attempt(
    run: Run,
    result: Result,
    emit: Emit,
    *,
    owner: str,
    begin: Begin,
    db: Database,
    recall_db: Database,
    gateway: Gateway,
    embedding: Breaker,
    vault: Vault,
    redactor: Redactor,
    lifecycle: Lifecycle,
) -> None:
    """Do the work of a run and note how it ended; only an abort is raised.

    `begin` runs a specialist's part, accepted for `owner`, in this process. `embedding` tells whether the gateway
    is to be asked for the question's vector.
    """
    try:
        delegator = Delegator(db, owner, run, emit, result.outcome, begin, redactor)
        await _work(run, result, emit, delegator, recall_db, gateway, embedding, vault, redactor, lifecycle)
    except Suspended as suspended:
        result.suspended = suspended
    except Halted as halted:
        result.end("failed", "hook", str(halted))
    except Unanswered as unanswered:
        result.end("failed", unanswered.end_reason, str(unanswered))
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
            # A task that is interrupted is begun anew, which is meant for lost workers.
            state = "interrupted" if run.seconds is None else "failed"
            result.end(state, "interrupted", "The gateway's answer broke off before its end.")


async def _work(
    run: Run,
    result: Result,
    emit: Emit,
    delegator: Delegator,
    recall_db: Database,
    gateway: Gateway,
    embedding: Breaker,
    vault: Vault,
    redactor: Redactor,
    lifecycle: Lifecycle,
) -> None:
    db, settings = delegator.db, run.accepted.settings
    # From the first word on nothing is shown that was stored as a secret.
    await vault.known()
    if not run.resumed:
        emit(start_part(run.accepted))
    if run.doubt is not None:
        emit({"type": "data-warning", "data": {"message": run.doubt}, "transient": True})
    context, embedding_model, hooks = await asyncio.gather(
        execution.context(db, run.id), meaning.model_in_use(recall_db), _chosen(run, lifecycle)
    )
    if context is None:
        raise Refused(404, "session_not_found", "The session was deleted.")
    result.question = context.question
    hooked = _hooked(run, context, lifecycle, hooks)
    added: list[str] = []
    if not run.resumed:
        origin = run.task_of.origin if run.task_of is not None else None
        added = await hooked.begin(
            run.id, context.question, origin=origin, begins_session=context.begins_session
        )
    said, taken = await _so_far(run, result, db, context, vault)
    vector = await meaning.vector_of(context.question, embedding_model, gateway, embedding)
    await recall(recall_db, context, result.recalled, vector)
    if result.recalled.failed:
        emit({"type": "data-recall", "data": {"failed": True}})
    tools = {
        key: guarded(TOOLS[key]) if key in context.asks else TOOLS[key]
        for key in context.tools
        if key in TOOLS and (run.may_ask or key not in context.asks)
    } | delegator.tools(context.specialists)
    screen = Screen(emit, redactor, tools)
    await work(
        gateway,
        screen,
        model=run.accepted.model,
        messages=opening(context, [each for each in (result.recalled.block, *added) if each]) + said,
        tools=hooked.tools(tools, screen),
        context=ToolContext(
            db,
            context.resource_id,
            context.thread_id,
            run.id,
            context.agent_id,
            result.recalled.ids,
            vault=vault,
        ),
        max_steps=min(context.max_steps, run.max_steps or context.max_steps),
        concurrency=settings["tool_call_concurrency"],
        feedback=settings["final_response_feedback"],
        retries=settings["processor_retries"],
        outcome=result.outcome,
        goes_on=hooked.goes_on,
        taken=taken,
    )


async def _chosen(run: Run, lifecycle: Lifecycle) -> list[Hook]:
    return await lifecycle.chosen() if run.hooked is None else []


def _hooked(run: Run, context: execution.Context, lifecycle: Lifecycle, hooks: list[Hook]) -> Hooked:
    """Give a run its hooks: a specialist's part has those of the execution that it is a part of."""
    if run.hooked is None:
        task_id = run.task_of.id if run.task_of is not None else None
        run.hooked = Hooked(lifecycle, hooks, About(run.thread_id, run.id, task_id, context.agent_id))
    return run.hooked


async def _so_far(
    run: Run, result: Result, db: Database, context: execution.Context, vault: Vault
) -> tuple[list[dict[str, Any]], Taken]:
    """Return what a run said and did before it was suspended: as messages, and as what is left to do of it.

    Stored are the names of the secrets that it used; its values are put back for an agent that may recall them.
    """
    if not run.resumed:
        return [], NOTHING
    progress = await approval.progress(db, run.id)
    if progress is None:
        raise Refused(404, "session_not_found", "The session was deleted.")
    result.outcome.usage = dict(progress.usage)
    said, left = progress.messages, progress.pending
    if "recallSecret" in context.tools:
        said, left = await vault.restore(context.resource_id, [said, left])
    pending = [
        ToolCall(call["id"], call["name"], call["input"], None, json.dumps(call["input"])) for call in left
    ]
    return said, Taken(progress.steps, pending)
