"""The gateway as the rest of popagent sees it: a catalogue, and streams of events."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from app.demo import DemoServer
from app.gateway import address, catalogue, faults, vectors
from app.gateway.answer import Answer
from app.gateway.events import Catalogue, End, Event, GatewayError, Text, Waiting
from app.gateway.faults import Trouble
from app.gateway.patience import Patience
from app.gateway.reply import read
from app.gateway.route import Limits, Route
from app.gateway.shape import call_ids, only_earlier_images, shape
from app.settings import DEFAULT_NINEROUTER_URL, Settings
from app.text import scrub

_log = logging.getLogger(__name__)
_FRESH_SECONDS = 30.0
_FAILED_FRESH_SECONDS = 5.0
_PROBE_SECONDS = 1.0


class Gateway:
    """Model access for one process. `await start()` first, `await close()` last.

    With `settings.ninerouter_url` only that is used. Without it the default address is, when
    something answers there; else the built-in demo model, until the default address answers
    (asked every `ask_again` seconds).
    """

    def __init__(
        self,
        settings: Settings,
        *,
        default_url: str = DEFAULT_NINEROUTER_URL,
        limits: Limits | None = None,
        patience: Patience | None = None,
        ask_again: float = 30,
    ) -> None:
        key = settings.ninerouter_api_key
        self._key = key.get_secret_value() if key else None
        self._configured_url = settings.ninerouter_url
        self._default_url = default_url
        self._limits = limits or Limits()
        self._patience = patience or Patience()
        self._ask_again = ask_again
        self._demo: DemoServer | None = None
        self._watch: asyncio.Task[None] | None = None
        self._default: Route | None = None
        self._route: Route | None = None
        self._retired: list[Route] = []
        self._asking = asyncio.Lock()
        self._known: Catalogue | None = None
        self._known_until = 0.0

    async def start(self) -> None:
        """Choose the route; without a configured gateway this may start the demo model."""
        if self._configured_url:
            self._route = self._new_route(self._configured_url)
            return
        self._default = self._new_route(self._default_url)
        if await self._answers(self._default):
            self._route = self._default
            return
        self._demo = DemoServer()
        await self._demo.start()
        self._route = Route(address.parse(self._demo.url), self._demo.key, is_demo=True, limits=self._limits)
        self._watch = asyncio.create_task(self._switch_when_answered(self._default))

    async def close(self) -> None:
        """End every connection, and the demo model where it runs."""
        if self._watch:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        for route in {*self._retired, self._route, self._default}:
            if route:
                await route.close()
        if self._demo:
            await self._demo.stop()

    @property
    def is_demo(self) -> bool:
        """Whether the built-in demo model answers now."""
        return self._chosen.is_demo

    @property
    def url_for_people(self) -> str:
        """The gateway's address without credentials and query."""
        return self._chosen.address.base

    @property
    def offers_embeddings(self) -> bool | None:
        """Whether this gateway makes embeddings; None before it was asked for any."""
        return False if self.is_demo else self._chosen.learnt.embeddings

    async def catalogue(self, *, fresh: bool = False) -> Catalogue:
        """The models on offer, at most 30 s old unless `fresh`. Never raises: a gateway that is down
        gives its last list, or an empty one, with `complete` False and a warning.
        """
        async with self._asking:
            if not fresh and self._known and time.monotonic() < self._known_until:
                return self._known
            route = self._chosen
            try:
                found = catalogue.parse(await route.models())
                kept = _FRESH_SECONDS
            except GatewayError as error:
                old = self._known or Catalogue()
                found = Catalogue(old.models, old.context_windows, complete=False, warning=error.message)
                kept = _FAILED_FRESH_SECONDS
            if route is self._chosen:
                self._known, self._known_until = found, time.monotonic() + kept
            return found

    async def stream(
        self, *, model: str, messages: list[dict[str, Any]], tools: list[dict[str, Any]]
    ) -> AsyncGenerator[Event, None]:
        """Ask `model` and yield what it answers; End comes last, exactly once. Raises GatewayError.

        `tools` are OpenAI function schemas. Nothing is asked again once a part of the answer was
        yielded. Cancelling the task or closing the iterator closes the request at once.
        """
        async with aclosing(self._ask(model, messages, tools, stream=True)) as events:
            async for event in events:
                yield event

    async def complete(self, *, model: str, messages: list[dict[str, Any]]) -> str:
        """Ask `model` for its answer in one piece, and return the text; empty when it says nothing.

        A gateway that streams all the same is understood. Raises GatewayError, for half an answer too.
        """
        text, whole = "", False
        try:
            async with aclosing(self._ask(model, messages, [], stream=False)) as events:
                async for event in events:
                    match event:
                        case Text(more):
                            text += more
                        case End(reason):
                            whole = reason != "interrupted"
        except GatewayError as error:
            if error.code != "empty_response":
                raise
            return ""
        if not whole:
            raise GatewayError("gateway_failed", "The gateway's answer broke off before its end.")
        return text

    async def _ask(
        self, model: str, messages: list[dict[str, Any]], tools: list[dict[str, Any]], *, stream: bool
    ) -> AsyncGenerator[Event, None]:
        route = self._chosen
        waits = self._patience.begin()
        while True:
            began = False
            body = _body(route, model, messages, tools, stream)
            try:
                async with aclosing(self._attempt(route, body)) as events:
                    async for event in events:
                        began = True
                        yield event
            except Trouble as trouble:
                error = route.safe(trouble.fault.error)
                if not began and _learns(route, model, body, messages, error):
                    continue
                seconds = None if began else waits.next(trouble.fault)
                if seconds is None:
                    raise error from None
            except GatewayError as failed:
                raise route.safe(failed) from None
            else:
                return
            yield Waiting(seconds, error.message)
            await asyncio.sleep(seconds)

    async def embed(self, model: str, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text, all of one length. Asks once. Raises GatewayError, with the code
        not_offered when this gateway has no embeddings.
        """
        route = self._chosen
        body = await route.embeddings({"model": model, "input": scrub(texts)})
        try:
            if isinstance(body, dict) and body.get("error"):
                raise faults.from_reply(body["error"]).error
            return vectors.parse(body, len(texts))
        except GatewayError as error:
            raise route.safe(error) from None

    async def _attempt(self, route: Route, body: dict[str, Any]) -> AsyncGenerator[Event, None]:
        """One request. Raises Trouble or GatewayError."""
        tool_names = {tool["function"]["name"] for tool in body.get("tools", ())}
        answer = Answer(tool_names, call_ids(body["messages"]))
        async with (
            route.ask(body) as reads,
            aclosing(read(reads, answer, closing=self._limits.closing)) as events,
        ):
            async for event in events:
                yield event

    @property
    def _chosen(self) -> Route:
        if self._route is None:
            raise RuntimeError("Gateway.start() was not awaited")
        return self._route

    def _new_route(self, url: str) -> Route:
        return Route(address.parse(url), self._key, is_demo=False, limits=self._limits)

    async def _answers(self, route: Route) -> bool:
        """Whether a gateway is there: it has a model list, or asks for a key."""
        try:
            async with asyncio.timeout(_PROBE_SECONDS):
                catalogue.parse(await route.models())
        except GatewayError as error:
            return error.code == "unauthorized"
        except TimeoutError:
            return False
        return True

    async def _switch_when_answered(self, default: Route) -> None:
        """Ask the default address again and again; what begins once it answers goes there."""
        while True:
            await asyncio.sleep(self._ask_again)
            if await self._answers(default):
                break
        self._retired.append(self._chosen)
        self._route, self._known = default, None
        _log.info("a gateway answers at %s; the demo model is no longer used", default.address.where)


def _body(
    route: Route, model: str, messages: list[dict[str, Any]], tools: list[dict[str, Any]], stream: bool
) -> dict[str, Any]:
    """The request as this server wants it."""
    learnt = route.learnt
    body: dict[str, Any] = {
        "model": model,
        "messages": shape(
            messages, reasoning=model in learnt.wants_reasoning, images=model not in learnt.no_images
        ),
        "stream": stream,
    }
    if stream and not learnt.no_stream_options:
        body["stream_options"] = {"include_usage": True}
    if tools:
        body["tools"] = scrub(tools)
    return body


def _learns(
    route: Route, model: str, body: dict[str, Any], messages: list[dict[str, Any]], error: GatewayError
) -> bool:
    """Whether a refusal tells how to ask so that it is not refused; then one more try is due."""
    learnt = route.learnt
    if error.code == "no_images" and model not in learnt.no_images:
        learnt.no_images.add(model)
        return only_earlier_images(messages)
    if error.status not in (400, 422):
        return False
    if "stream_options" in error.message and "stream_options" in body:
        learnt.no_stream_options = True
        return True
    if "reasoning_content" in error.message and model not in learnt.wants_reasoning:
        learnt.wants_reasoning.add(model)
        return True
    return False
