"""Single turns: an answer is written anew, a version chosen; what waits or was asked is changed."""

import re
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused
from app.queries import execution
from app.queries.execution import Queued
from app.web import forms, models, pages, render, turns, undo
from app.web.meter import meter

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@pages.page
async def regenerate(request: Request) -> Response:
    """Ask the last question again: a new version of its answer, or another try after a failure."""
    form = await forms.read(request)
    chosen = forms.field(form, "model") if "model" in form else (await models.choice(request)).chosen
    engine = request.app.state.engine
    await engine.regenerate(
        pages.id_in_path(request), message_id=_id(forms.field(form, "message")), model=chosen or None
    )
    response = await pages.show_news(request, form, "chat/sent.html")
    if "model" in form:
        models.remember(request, response, chosen)
    return response


@pages.page
async def choose_version(request: Request) -> Response:
    """Show another version of an answer."""
    form = await forms.read(request)
    await execution.choose_version(
        _db(request), pages.id_in_path(request), forms.field(form, "message"), None
    )
    return await pages.show_news(request, form)


@pages.page
async def show_meter(request: Request) -> Response:
    """How full the context of another model would be; the choice is kept for the next message."""
    wanted = request.query_params.get("model", "")
    chosen = await models.choice(request, wanted)
    tokens = await execution.input_tokens(_db(request), pages.id_in_path(request))
    response = render.respond(request, "chat/_meter.html", meter=meter(tokens, chosen.window))
    models.remember(request, response, wanted)
    return response


@pages.page
async def edit(request: Request) -> Response:
    """Show a question for editing; what becomes of it is asked in a copy of the chat (`session_pages.fork`)."""
    chat = await pages.load_chat(request)
    position = pages.number(request.query_params.get("position", ""))
    found = position and await execution.transcript(_db(request), chat.id, before=position + 1, limit=1)
    if not found or found[0].position != position or found[0].role != "user":
        raise Refused(404, "message_not_found", "There is no such question in this chat.")
    text = turns.text_of(found[0].parts)
    return pages.dialog(
        request, chat, "dialog/_edit.html", message_id=found[0].id, typed=text, new_id=uuid4().hex
    )


@pages.page
async def edit_queued(request: Request) -> Response:
    """Show a message that waits for editing, or save it. Whatever happened meanwhile, what was typed is kept."""
    chat = await pages.load_chat(request)
    if request.method == "GET":
        waiting = await _waiting(request)
        return _queued_dialog(request, chat, waiting, _text(waiting))
    form = await forms.read(request)
    typed = forms.lines(forms.field(form, "text"))
    try:
        await _save(request, typed, pages.number(forms.field(form, "revision")) or 0)
    except Refused as refusal:
        found = await _find(request)
        if found is None:
            taken = refusal.code == "already_taken"
            return pages.dialog(request, chat, "dialog/_taken.html", 409, typed=typed, taken=taken)
        conflict = refusal.code == "revision_conflict"
        return _queued_dialog(
            request, chat, found, typed, refusal.status, "" if conflict else refusal.message
        )
    return await pages.show_news(request, form, "chat/sent.html")


@pages.page
async def remove_queued(request: Request) -> Response:
    """Take a message out of the queue, with a way back; without script it is asked first."""
    chat = await pages.load_chat(request)
    waiting = await _waiting(request)
    if request.method == "GET":
        return pages.dialog(request, chat, "dialog/_unqueue.html", waiting=waiting, typed=_text(waiting))
    form = await forms.read(request)
    await execution.remove_queued(_db(request), chat.id, waiting.id)
    message = {"id": waiting.id, "parts": waiting.parts, "metadata": waiting.metadata}
    token = undo.seal([{"chat": chat.id, "message": message, "model": waiting.model}])
    return await pages.show_news(request, form, "chat/unqueued.html", token=token)


@pages.page
async def restore_queued(request: Request) -> Response:
    """Bring back a message that was taken out of the queue; it waits again, behind the others, or is answered."""
    form = await forms.read(request)
    removed = undo.unseal(forms.field(form, "token"))[0]
    if removed.get("chat") != pages.id_in_path(request):
        raise Refused(400, "invalid_token", "This message belongs to another chat.")
    await request.app.state.engine.accept(removed["chat"], message=removed["message"], model=removed["model"])
    return await pages.show_news(request, form, "chat/unqueued.html", token="")


async def _save(request: Request, typed: str, revision: int) -> None:
    """Save the text of a message that waits; what else it carries stays. Refused 404, 409, 413, 422."""
    pages.check_length(typed)
    waiting = await _find(request)
    kept = [part for part in waiting.parts if part.get("type") != "text"] if waiting else []
    if not typed.strip() and not kept:
        raise Refused(422, "empty_message", "There is nothing to send yet. To take it out, remove it.")
    said = [{"type": "text", "text": typed}] if typed.strip() else []
    await request.app.state.engine.edit_queued(
        pages.id_in_path(request), request.path_params["message_id"], revision, said + kept
    )


async def _waiting(request: Request) -> Queued:
    """Return the message that the address names. Refused 409 when it does not wait any more."""
    found = await _find(request)
    if found is None:
        gone = "This message does not wait any more: it was taken for its turn, or removed."
        raise Refused(409, "not_waiting", gone)
    return found


async def _find(request: Request) -> Queued | None:
    queue = await execution.queued(_db(request), pages.id_in_path(request))
    return next((one for one in queue if one.id == request.path_params["message_id"]), None)


def _queued_dialog(
    request: Request, chat: pages.Chat, waiting: Queued, typed: str, status: int = 200, problem: str = ""
) -> Response:
    conflict = status == 409
    return pages.dialog(
        request,
        chat,
        "dialog/_queued.html",
        status,
        waiting=waiting,
        typed=typed,
        stored=_text(waiting),
        conflict=conflict,
        problem=problem,
    )


def _text(waiting: Queued) -> str:
    return turns.text_of(waiting.parts)


def _id(text: str) -> str | None:
    return text if _ID.fullmatch(text) else None


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
