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
from app.agent.loop import NOTHING, Emit, Outcome, Taken, Unanswered, work
from app.agent.run import Run, start_part
from app.agent.screen import Screen
from app.db import Database, Refused, Unavailable
from app.gateway import Gateway, GatewayError, ToolCall
from app.queries import execution
from app.queries import execution_approvals as approval
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
) -> None:
    """Do the work of a run and note how it ended; only an abort is raised.

    `begin` runs a specialist's part, accepted for `owner`, in this process. `embedding` tells whether the gateway
    is to be asked for the question's vector.
    """
    try:
        delegator = Delegator(db, owner, run, emit, result.outcome, begin, redactor)
        await _work(run, result, emit, delegator, recall_db, gateway, embedding, vault, redactor)
    except Suspended as suspended:
        result.suspended = suspended
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
) -> None:
    db, settings = delegator.db, run.accepted.settings
    if not run.resumed:
        emit(start_part(run.accepted))
    if run.doubt is not None:
        emit({"type": "data-warning", "data": {"message": run.doubt}, "transient": True})
    context, embedding_model = await asyncio.gather(
        execution.context(db, run.id), meaning.model_in_use(recall_db)
    )
    if context is None:
        raise Refused(404, "session_not_found", "The session was deleted.")
    result.question = context.question
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
    await work(
        gateway,
        Screen(emit, redactor, tools),
        model=run.accepted.model,
        messages=opening(context, result.recalled.block) + said,
        tools=tools,
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
        taken=taken,
    )


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
