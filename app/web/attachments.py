"""Files that go with messages: how they come in, before the message that names them, and how they go out."""

import re
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from app.db import Database, Refused
from app.queries import thread
from app.web import files, forms, pages, parts, render, sniff, wire

#: A file opened by its address is shown or saved, and does nothing. Inline style is what browsers themselves put
#: around an image that is opened alone.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
_KEPT = "private, max-age=3600"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


async def upload(request: Request) -> Response:
    """POST /api/attachments: the file as the body, its name in ?name=, or as the field `file` of form data.

    Refused 400 no_file, 413 too_large, 422 empty_file, unsupported_type or image_too_large.
    """
    stored = await _take(request)
    shown = wire.AttachmentOut(
        id=stored.id,
        name=stored.name,
        media_type=stored.media_type,
        size=stored.size_bytes,
        url=f"{parts.ADDRESS}{stored.id}",
    )
    return JSONResponse(shown.json_ready(), status_code=201)


async def load(request: Request) -> Response:
    """GET /api/attachments/:id: the file."""
    return _served(await thread.load_attachment(_db(request), _id(request)))


async def discard(request: Request) -> Response:
    """DELETE /api/attachments/:id: a file that was not sent. Refused 409 attachment_sent."""
    await thread.discard_attachment(_db(request), _id(request))
    return Response(status_code=204)


@pages.page
async def add(request: Request) -> Response:
    """Take a file from the page: what comes back stands beside the box, or says in its place why it cannot."""
    try:
        taken = await _take(request)
    except Refused as refusal:
        return PlainTextResponse(refusal.message, refusal.status)
    return render.respond(request, "chat/_chip.html", chip=files.chip(taken))


@pages.page
async def show(request: Request) -> Response:
    """The file, for a browser that is logged in."""
    return await load(request)


@pages.page
async def remove(request: Request) -> Response:
    """Delete a file that was taken off the box again."""
    return await discard(request)


async def _take(request: Request) -> thread.Attachment:
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return await files.store(_db(request), request.query_params.get("name", ""), await request.body())
    form = await forms.with_files(request, 1)
    file = form.get("file")
    content = await file.read() if isinstance(file, UploadFile) else None
    await form.close()
    if not isinstance(file, UploadFile) or content is None:
        raise Refused(400, "no_file", "The form data holds no file in its field `file`.")
    return await files.store(_db(request), file.filename or "", content)


def _served(file: thread.Content) -> Response:
    is_text = file.media_type == "text/plain"
    disposition = "attachment" if is_text else "inline"
    headers = {
        "content-disposition": f"{disposition}; filename*=UTF-8''{quote(file.name, safe='')}",
        "content-security-policy": _POLICY,
        "cache-control": _KEPT,
        "vary": "cookie, x-popagent-key",
    }
    charset = "; charset=" + ("utf-16" if sniff.is_utf16(file.content) else "utf-8") if is_text else ""
    headers["content-type"] = f"{file.media_type}{charset}"
    return Response(file.content, headers=headers)


def _id(request: Request) -> str:
    id = str(request.path_params["id"])
    if not _ID.fullmatch(id):
        raise Refused(404, "attachment_not_found", "There is no attachment at this address.")
    return id


def _db(request: Request) -> Database:
    db: Database = request.app.state.db
    return db
