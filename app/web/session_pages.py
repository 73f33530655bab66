"""What an owner does with a chat as a whole: put it away, pin it, copy it; and what the box keeps by itself."""

import re
from uuid import uuid4

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Database, Refused
from app.queries import session, thread
from app.web import forms, pages, render

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_POSITION = re.compile(r"[0-9]{1,18}")


@pages.page
async def archive(request: Request) -> Response:
    """Put a chat away, with a way back, or bring it back."""
    form = await forms.read(request)
    archived = forms.field(form, "archived") != "no"
    await session.patch(_db(request), pages.id_in_path(request), None, archived=archived)
    return await pages.show_around(request, toast="archived" if archived else "")


@pages.page
async def pin(request: Request) -> Response:
    """Pin a chat above the others, or let it go."""
    form = await forms.read(request)
    await session.patch(
        _db(request), pages.id_in_path(request), None, pinned=forms.field(form, "pinned") != "no"
    )
    return await pages.show_around(request)


@pages.page
async def fork(request: Request) -> Response:
    """Copy a chat and go to the copy.

    Fields, none of them needed: `message` (an id) or `position`, up to which it is copied; `text`, which is asked
    in the copy in place of that question, with its files; `new_id` of the copy, so that a form sent twice makes
    one; and those of a message that is sent.
    """
    db, chat_id = _db(request), pages.id_in_path(request)
    form = await forms.read(request)
    new_id = _id(form, "new_id") or uuid4().hex
    text = forms.field(form, "text")
    message_id, position = _place(form)
    made = await session.fork(db, chat_id, new_id, message_id, position, before="text" in form)
    if "text" in form:
        try:
            carried = await thread.lend_files(db, chat_id, message_id, position)
            await pages.accept(request, new_id, form, text, carried)
        except Refused:
            if made:
                await session.remove(db, new_id)
            raise
    return render.go_to(request, f"/c/{new_id}")


@pages.page
async def save_draft(request: Request) -> Response:
    """Keep what is in the box of a chat; `saved` is false when that was sent by now."""
    form = await forms.read(request)
    text = forms.lines(forms.field(form, "text"))
    saved = await session.save_draft(_db(request), pages.id_in_path(request), text, _id(form, "draft"))
    return JSONResponse({"saved": saved})


@pages.page
async def read(request: Request) -> Response:
    """Note that what is stored of a chat was seen."""
    await session.mark_read(_db(request), pages.id_in_path(request))
    return Response(status_code=204)


def _place(form: FormData) -> tuple[str | None, int | None]:
    """Return the message up to which a chat is copied. Refused 400 when it cannot be one."""
    message_id, position = forms.field(form, "message"), forms.field(form, "position")
    if (message_id and not _ID.fullmatch(message_id)) or (position and not _POSITION.fullmatch(position)):
        raise Refused(400, "invalid_place", "The conversation has no such message.")
    return message_id or None, int(position) if position else None


def _id(form: FormData, name: str) -> str | None:
    found = forms.field(form, name)
    return found if _ID.fullmatch(found) else None


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
