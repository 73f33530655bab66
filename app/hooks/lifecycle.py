"""The hooks of an event: which run, one after another or side by side, what comes of them, and their audit.

Gates run in their order, each on what the one before it left, and decide. Observers run side by side and are told.
"""

import asyncio
import dataclasses
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from app import addresses
from app.db import Database, Refused, Unavailable
from app.hooks import files
from app.hooks.protocol import Event, Reply, matches
from app.hooks.runner import Ran, run_hook
from app.hooks.samples import sample
from app.queries import hook
from app.queries.hook import Hook
from app.redaction import Redactor
from app.sandbox import Sandbox
from app.vault import Vault

logger = logging.getLogger(__name__)

#: Observers of one event that run at the same time.
_SIDE_BY_SIDE = 4
_OWNER = "popagent-user"

#: Says what is wrong with an input that a hook changed; nothing when it is right.
Check = Callable[[dict[str, Any]], str]


@dataclass
class Verdict:
    """What hooks made of an event: `content` as they left it, texts to be added for the model.

    `blocked` is why it does not happen, `ended` why nothing more happens in this execution.
    """

    content: dict[str, Any]
    blocked: str | None = None
    ended: str | None = None
    context: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether it is decided."""
        return self.blocked is not None or self.ended is not None


class Lifecycle:
    """Runs hooks. One serves all executions of a process; `never` are ports of this machine that no hook may ask."""

    def __init__(
        self,
        db: Database,
        vault: Vault,
        redactor: Redactor,
        sandbox: Sandbox,
        never: Collection[int] = (),
    ) -> None:
        self._db = db
        self._vault = vault
        self._redactor = redactor
        self._sandbox = sandbox
        self._never = never

    async def chosen(self, event: str | None = None) -> list[Hook]:
        """Return the hooks that run, of all events or of one, in their order. Raises Unavailable."""
        return await hook.hooks(self._db, event=event, enabled=True)

    async def trouble(self) -> str:
        """Return why commands cannot run, and what helps; nothing when they can."""
        return await self._sandbox.trouble()

    async def create(self, columns: dict[str, Any]) -> UUID:
        """Make a hook; return its id. Refused 422 out_of_range, invalid_argv, invalid_url or unknown_secret."""
        await self._check(columns)
        return await hook.create_hook(self._db, columns)

    async def change(self, id: UUID, revision: int, changes: dict[str, Any]) -> int:
        """Change columns of a hook; return its new revision. Refused 404 hook_not_found, 409 revision_conflict, 422."""
        found = await hook.hooks(self._db, id=id)
        stored = dataclasses.asdict(found[0]) if found else {}
        # What is not changed is not looked at: one whose script has gone can still be switched off.
        await self._check({name: value for name, value in changes.items() if stored.get(name) != value})
        return await hook.change_hook(self._db, id, revision, changes)

    async def _check(self, columns: dict[str, Any]) -> None:
        """Look at what rows cannot tell: files, addresses, secrets."""
        if columns.get("argv") and (fault := files.trouble(columns["argv"])):
            raise Refused(422, "invalid_argv", f"argv: {fault}.")
        if columns.get("url") and (
            fault := addresses.fault(columns["url"], columns.get("allow_loopback", True), self._never)
        ):
            raise Refused(422, "invalid_url", f"url: {fault}.")
        known = (
            {each.name for each in await self._vault.names(_OWNER)} if columns.get("secret_names") else set()
        )
        if missing := [name for name in columns.get("secret_names", []) if name not in known]:
            raise Refused(
                422, "unknown_secret", f"secretNames: no secret is called {missing[0]}. Store it first."
            )

    async def gate(self, hooks: Sequence[Hook], event: Event, check: Check | None = None) -> Verdict:
        """Ask the gates of an event. With `check` they may change `tool_input`. Raises Unavailable."""
        verdict = Verdict(event.content)
        for each in _of(hooks, event):
            if verdict.over:
                await self._record(each, event, Ran("skipped"))
                continue
            ran = await self._run(each, event, verdict.content)
            if ran.reply.updated_input is not None and ran.outcome == "ok":
                ran = _changed(ran, event, verdict, check)
            await self._record(each, event, ran)
            await self._take(each, ran, verdict)
        return verdict

    async def observe(self, hooks: Sequence[Hook], event: Event) -> Verdict:
        """Tell the observers of an event and wait for them; they fail open."""
        verdict = Verdict(event.content)
        slots = asyncio.Semaphore(_SIDE_BY_SIDE)

        async def tell(each: Hook) -> Ran:
            async with slots:
                try:
                    ran = await self._run(each, event, event.content)
                    await self._record(each, event, ran)
                except Unavailable as error:
                    logger.warning("hook %s was not told of %s: %s", each.id, event.name, error)
                    return Ran("failed")
                return ran

        told = [asyncio.create_task(tell(each)) for each in _of(hooks, event)]
        try:
            for task in told:
                ran = await task
                verdict.context += await self._context(ran)
                if not ran.reply.continue_:
                    verdict.ended = self._stop_reason(ran)
        finally:
            for task in told:
                task.cancel()
        return verdict

    async def try_out(self, id: UUID, content: dict[str, Any] | None = None) -> Ran:
        """Run a hook on a sample, whatever its matcher says; the audit has it. Refused 404 hook_not_found."""
        found = await hook.hooks(self._db, id=id)
        if not found:
            raise Refused(404, "hook_not_found", "There is no hook with this id. It may have been deleted.")
        each = found[0]
        event = sample(each.event, content)
        ran = await self._run(each, event, event.content)
        await self._record(each, event, ran)
        return dataclasses.replace(ran, reason=self._redactor.text(ran.reason))

    async def as_continuation(self, reason: str) -> str:
        """Return what an agent is told that may not end yet. Raises Unavailable."""
        return await hook.as_continuation(self._db, reason)

    async def _run(self, each: Hook, event: Event, content: dict[str, Any]) -> Ran:
        payload = event.payload(self._redactor.json(content))
        try:
            secrets = {name: await self._vault.reveal(_OWNER, name) for name in each.secret_names}
        except Refused as refusal:
            ran = Ran("failed", reason=f"a secret that it names cannot be given to it: {refusal.message}")
        else:
            ran = await run_hook(each, event, payload, secrets, self._sandbox, self._never)
        if ran.outcome not in ("ok", "blocked"):
            reason = self._redactor.text(ran.reason)
            logger.warning("hook %s of %s: %s (%s)", each.id, event.name, ran.outcome, reason)
        return ran

    async def _record(self, each: Hook, event: Event, ran: Ran) -> None:
        await hook.record(
            self._db,
            event_id=event.id,
            hook_id=each.id,
            hook_revision=each.revision,
            event=event.name,
            outcome=ran.outcome,
            duration_ms=ran.duration_ms,
            bytes_in=ran.bytes_in,
            bytes_out=ran.bytes_out,
            session_id=event.about.session_id,
            turn_id=event.about.turn_id,
            task_id=event.about.task_id,
            tool_name=event.content.get("tool_name"),
            tool_call_id=event.content.get("tool_call_id"),
            agent_id=event.about.agent_id,
            exit_code=ran.exit_code,
            http_status=ran.http_status,
        )

    async def _take(self, each: Hook, ran: Ran, verdict: Verdict) -> None:
        """Let a gate's run count."""
        if ran.outcome == "blocked":
            verdict.blocked = self._redactor.text(ran.reason) or "It gave no reason."
        elif ran.outcome not in ("ok", "modified"):
            if each.on_failure == "block":
                verdict.blocked = f"It could not decide, since {self._redactor.text(ran.reason)}."
        else:
            verdict.context += await self._context(ran)
        if ran.outcome in ("ok", "modified", "blocked") and not ran.reply.continue_:
            verdict.ended = self._stop_reason(ran)

    def _stop_reason(self, ran: Ran) -> str:
        return self._redactor.text(ran.reply.stop_reason) or "It gave no reason."

    async def _context(self, ran: Ran) -> list[str]:
        said = ran.reply.additional_context
        return [await hook.as_context(self._db, self._redactor.text(said))] if said.strip() else []


def _of(hooks: Sequence[Hook], event: Event) -> list[Hook]:
    return [each for each in hooks if each.event == event.name and matches(each, event.subject)]


def _changed(ran: Ran, event: Event, verdict: Verdict, check: Check | None) -> Ran:
    """Take in a changed input; the run failed when it may not be changed, or is not right any more."""
    changed = ran.reply.updated_input
    assert changed is not None
    fault = check(changed) if check is not None else f"{event.name} has no input that can be changed"
    if fault:
        return dataclasses.replace(
            ran, outcome="failed", reply=Reply(), reason=f"its updated_input is refused: {fault}"
        )
    verdict.content = verdict.content | {"tool_input": changed}
    return dataclasses.replace(ran, outcome="modified")
