"""The chat page and its parts. Every form works without script; with htmx, parts come back instead of pages."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.db import Database, Refused, Unavailable
from app.queries import execution, session, thread
from app.queries import execution_approvals as approval
from app.text import scrub
from app.web import conversation, files, forms, models, parts, problems, rail, render, turns
from app.web.meter import meter

Handler = Callable[[Request], Awaitable[Response]]

#: Bytes of one message, a little under what a request may have in all.
MESSAGE_LIMIT = 1_000_000
#: Files that a form is read with; how many a message may carry is decided where it is stored.
_MOST_FILES = 25
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
#: What a newcomer can try; the built-in demo model answers each of them.
EXAMPLES = (
    "Remember that my favourite colour is teal",
    "What is my favourite colour?",
    "Show markdown",
)


_NOTHING_BESIDE = session.Page("", None, None, None)


@dataclass(frozen=True)
class Chat:
    """A chat as its page shows it; a fresh one is not stored yet."""

    id: str
    title: str = ""
    revision: int = 0
    archived: bool = False
    fresh: bool = False
    pinned: bool = False
    temporary: bool = False
    forked_from: str | None = None
    beside: session.Page = _NOTHING_BESIDE


def page(handler: Handler) -> Handler:
    """Turn what a handler raises into a page or a notice that says what to do."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refusal:
            return problems.refused(request, refusal)
        except Unavailable:
            return problems.answer_with(request, problems.problem_for(503))

    return handle


@page
async def home(request: Request) -> Response:
    """A new chat; nothing is stored before its first message."""
    temporary = request.query_params.get("temporary") == "1"
    return await _show_chat(request, Chat(uuid4().hex, fresh=True, temporary=temporary))


@page
async def chat(request: Request) -> Response:
    """One chat, its newest messages and, while it runs, its growing answer. Who opens it has read it.

    With `at` it is the messages around that position.
    """
    chat = await load_chat(request)
    await session.mark_read(_db(request), chat.id)
    at = number(request.query_params.get("at", ""))
    part = None if at is None else await conversation.around(_db(request), chat.id, at)
    return await _show_chat(request, chat, part=part)


@page
async def older(request: Request) -> Response:
    """The messages before or after a position, as a fragment."""
    chat = await load_chat(request)
    before, after = (number(request.query_params.get(name, "")) for name in ("before", "after"))
    if before is not None:
        shown, name = await conversation.before(_db(request), chat.id, before), "chat/messages.html"
    elif after is not None:
        shown, name = await conversation.after(_db(request), chat.id, after), "chat/later.html"
    else:
        raise Refused(400, "invalid_position", "This page of the conversation does not exist.")
    if not render.wants_fragment(request):
        return await _show_chat(request, chat, part=shown)
    return render.respond(request, name, chat=chat, shown=shown, running=None)


@page
async def send(request: Request) -> Response:
    """Take a message and begin its turn, or let it wait for it. What is refused stays in the box."""
    chat_id = id_in_path(request)
    form = await forms.with_files(request, _MOST_FILES)
    text = forms.field(form, "text")
    carried: list[thread.Attachment] = []
    try:
        await files.of_form(_db(request), form, carried)
        await accept(request, chat_id, form, text, carried)
    except Refused as refusal:
        if render.wants_fragment(request):
            raise
        return await _show_refusal(request, chat_id, form, text, carried, refusal)
    response = await show_news(request, form, "chat/sent.html")
    if "model" in form:
        models.remember(request, response, forms.field(form, "model"))
    return response


@page
async def stop(request: Request) -> Response:
    """Stop what runs in a chat, or the turn that is named; the stream of the answer shows the end."""
    chat_id = id_in_path(request)
    form = await forms.read(request)
    await request.app.state.engine.stop(chat_id, execution_id(forms.field(form, "turn")))
    if render.wants_fragment(request):
        return Response(status_code=204)
    return render.go_to(request, f"/c/{chat_id}")


@page
async def rename(request: Request) -> Response:
    """Ask for a title, or save it. One that somebody chose meanwhile is shown beside what was typed."""
    chat = await load_chat(request)
    if request.method == "GET":
        return dialog(request, chat, "dialog/_rename.html", typed=chat.title)
    form = await forms.read(request)
    typed = scrub(" ".join(forms.field(form, "title").split()))
    if len(typed) > 200:
        too_long = "A title has at most 200 characters."
        return dialog(request, chat, "dialog/_rename.html", 422, typed=typed, problem=too_long)
    revision = number(forms.field(form, "revision")) or 0
    try:
        await _entitle(request, chat.id, revision, typed, before=form.get("before"))
    except Refused as refusal:
        if refusal.status != 409:
            raise
        stored = await load_chat(request)
        return dialog(request, stored, "dialog/_rename.html", 409, typed=typed, conflict=True)
    return await show_around(request)


async def _entitle(request: Request, chat_id: str, revision: int, typed: str, before: Any) -> None:
    """Give a chat the title that its owner typed, over one that nobody chose or that is still the one `before`.

    Everything changes a chat's revision, the end of an answer for one. Refused 409 revision_conflict.
    """
    try:
        await session.patch(_db(request), chat_id, revision, title=typed)
    except Refused as refusal:
        stored = await session.load(_db(request), chat_id)
        if refusal.status != 409 or before is None or (stored.title_locked and stored.title != before):
            raise
        await session.patch(_db(request), chat_id, stored.revision, title=typed)


@page
async def delete(request: Request) -> Response:
    """Ask whether a chat shall go, naming it; delete it."""
    chat = await load_chat(request)
    if request.method == "GET":
        return dialog(request, chat, "dialog/_delete.html")
    await session.remove(_db(request), chat.id)
    request.app.state.engine.abort(chat.id)
    return render.go_to(request, "/")


@page
async def sessions(request: Request) -> Response:
    """The list of chats, or the page of it that follows a row."""
    query = request.query_params
    archived = query.get("archived") == "1"
    if not render.wants_fragment(request):
        return await _show_chat(request, Chat(uuid4().hex, fresh=True), archived=archived)
    before_at, before_id = _cursor(query.get("at", ""), query.get("id", ""))
    shown = await rail.load(
        _db(request),
        current=rail.shown_chat(request),
        archived=archived,
        pinned=query.get("pinned") == "1",
        before_at=before_at,
        before_id=before_id,
    )
    name = "chat/_session_rows.html" if before_at else "chat/_sessions.html"
    return render.respond(request, name, rail=shown)


async def around(request: Request, chat: Chat, running: UUID | None) -> dict[str, Any]:
    """Return what head, foot and list show of a chat whose turn runs, or does not."""
    chosen = await models.choice(request)
    tokens = None if chat.fresh else await execution.input_tokens(_db(request), chat.id)
    kept = [] if chat.fresh else await approval.kept_decisions(_db(request), chat.id)
    return {
        "chat": chat,
        "running": running,
        "kept": kept,
        "message_id": uuid4().hex,
        "models": chosen,
        "meter": meter(tokens, chosen.window),
        "rail": await rail.load(_db(request), current=chat.id),
    }


async def load_chat(request: Request) -> Chat:
    """Return the chat that the address names. Refused 404."""
    stored = await session.load(_db(request), id_in_path(request))
    return Chat(
        stored.id,
        stored.title,
        stored.revision,
        archived=stored.archived_at is not None,
        pinned=stored.pinned_at is not None,
        temporary=stored.temporary,
        forked_from=stored.forked_from,
        beside=await session.page(_db(request), stored.id) or _NOTHING_BESIDE,
    )


def id_in_path(request: Request) -> str:
    """Return the chat's id in the address. Refused 404 when it cannot be one."""
    found = str(request.path_params["id"])
    if not _ID.fullmatch(found):
        raise Refused(404, "session_not_found", "There is no chat at this address.")
    return found


async def _show_chat(
    request: Request,
    chat: Chat,
    *,
    status: int = 200,
    part: conversation.Conversation | None = None,
    archived: bool = False,
    **more: Any,
) -> Response:
    db = _db(request)
    running, shown = None, conversation.Conversation()
    if part is not None:
        shown = part
    elif not chat.fresh:
        running, queue, state = await standing(request, chat)
        shown = await conversation.newest(db, chat.id, running, queue, state)
    context = await around(request, chat, running)
    if archived:
        context["rail"] = await rail.load(db, current="", archived=True)
    context |= {"draft": chat.beside.draft, "draft_id": chat.beside.draft_id or uuid4().hex}
    context |= {"examples": EXAMPLES, "limit": MESSAGE_LIMIT, "chips": [], "notice": None} | more
    name = "chat/_main.html" if render.wants_fragment(request) else "chat/page.html"
    return render.respond(request, name, status=status, shown=shown, **context)


async def standing(request: Request, chat: Chat) -> tuple[UUID | None, list[execution.Queued], str]:
    """Return what runs in a chat, what waits, and the state of all that its page shows."""
    running = await execution.running(_db(request), chat.id)
    queue = await execution.queued(_db(request), chat.id)
    asked = await approval.approvals(_db(request), chat.id) if running is not None else []
    return running, queue, conversation.state_of(chat.revision, [chat.pinned, bool(asked)], running, queue)


async def news(
    request: Request, chat: Chat, since: int | None, answering: UUID | None = None
) -> dict[str, Any] | None:
    """Return what a page shows of a chat that may have changed since it was made, from a position on.

    The end of what was `answering` on the page is announced. None when the page has to be made anew: it
    shows too much, or another part of the conversation.
    """
    running, queue, state = await standing(request, chat)
    if since is None:
        return None
    shown = await conversation.since(_db(request), chat.id, since, running, queue, state)
    if shown is None:
        return None
    announcement = turns.announcement(shown.recent, answering) if answering != running else ""
    if shown.waits:
        announcement = "A tool waits for your decision."
    return {**await around(request, chat, running), "shown": shown, "announcement": announcement}


async def show_news(request: Request, form: FormData, name: str = "chat/news.html", **more: Any) -> Response:
    """Show the page of a chat as it is after a form of it was taken."""
    chat_id = id_in_path(request)
    context = None
    if render.wants_fragment(request):
        context = await news(request, await load_chat(request), number(forms.field(form, "since")))
    if context is None:
        return render.go_to(request, f"/c/{chat_id}")
    headers = {} if rail.shown_chat(request) == chat_id else {"HX-Push-Url": f"/c/{chat_id}"}
    return render.respond(request, name, headers=headers, **context, **more)


def check_length(text: str) -> None:
    """Refuse a text that is longer than a message can be. Refused 413."""
    if len(text.encode("utf-8", "replace")) > MESSAGE_LIMIT:
        raise Refused(413, "too_large", "A message can be at most 1 MB long. Shorten it or send it in parts.")


async def accept(
    request: Request, chat_id: str, form: FormData, text: str, carried: Sequence[thread.Attachment] = ()
) -> None:
    """Begin the turn of a text and files, or let it wait, under the id, model and draft that its form names."""
    if not text.strip() and not carried:
        raise Refused(422, "empty_message", "There is nothing to send yet.")
    check_length(text)
    given = forms.field(form, "message_id")
    message_id = given if _ID.fullmatch(given) else uuid4().hex
    said = [{"type": "text", "text": text}] if text.strip() else []
    given_parts = said + [parts.by_address(one.id) for one in carried]
    message = {"id": message_id, "role": "user", "parts": given_parts}
    model = forms.field(form, "model") if "model" in form else (await models.choice(request)).chosen
    if forms.field(form, "temporary") == "yes":
        await session.open_(_db(request), chat_id, "", None, {}, temporary=True)
    await request.app.state.engine.accept(chat_id, message=message, model=model or None)
    draft_id = forms.field(form, "draft")
    await session.close_draft(
        _db(request), chat_id, draft_id if _ID.fullmatch(draft_id) else None, forms.lines(text)
    )


async def _show_refusal(
    request: Request,
    chat_id: str,
    form: FormData,
    text: str,
    carried: list[thread.Attachment],
    refusal: Refused,
) -> Response:
    """Return the chat's page again, text and files in the box and the reason above it."""
    try:
        chat = await load_chat(request)
    except Refused:
        chat = Chat(chat_id, fresh=True, temporary=forms.field(form, "temporary") == "yes")
    notice = problems.kept(problems.problem_for(refusal.status, refusal.message, refusal.code))
    chips = files.chips(carried)
    return await _show_chat(request, chat, status=refusal.status, draft=text, chips=chips, notice=notice)


async def show_around(request: Request, toast: str = "") -> Response:
    """Show head, foot and list as they are now, close the dialog, and say what was done."""
    if not render.wants_fragment(request):
        return render.go_to(request, f"/c/{id_in_path(request)}")
    chat = await load_chat(request)
    running = await execution.running(_db(request), chat.id)
    context = await around(request, chat, running)
    return render.respond(request, "chat/changed.html", toast=toast, **context)


def dialog(request: Request, chat: Chat, name: str, status: int = 200, **context: Any) -> Response:
    """Show a dialog about a chat, or the page that it is without script."""
    context = {"chat": chat, "conflict": False, "problem": "", **context}
    if render.wants_fragment(request):
        headers = {"HX-Retarget": "#dialog", "HX-Reswap": "innerHTML"}
        return render.respond(request, name, status=status, headers=headers, **context)
    return render.respond(request, "dialog/page.html", status=status, dialog=name, **context)


def _cursor(at: str, id: str) -> tuple[datetime | None, str | None]:
    if not at:
        return None, None
    try:
        return datetime.fromisoformat(at).astimezone(), id
    except (ValueError, OverflowError):
        raise Refused(400, "invalid_cursor", "This page of the list does not exist.") from None


def number(text: str) -> int | None:
    """Return a position or revision that was sent; None when it cannot be one."""
    return int(text) if re.fullmatch(r"\d{1,18}", text) else None


def execution_id(text: str) -> UUID | None:
    """Return an execution's id that was sent; None when it cannot be one."""
    try:
        return UUID(text)
    except ValueError:
        return None


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
