"""Files on their way into a message: how the box's form brings them, and how they stand beside the box."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.datastructures import FormData, UploadFile

from app.db import Database, Refused
from app.queries import thread
from app.web import sniff, turns


@dataclass(frozen=True)
class Chip:
    """A file beside the box, to be sent with the next message."""

    id: str
    name: str
    image: bool
    size: str


async def store(db: Database, name: str, content: bytes) -> thread.Attachment:
    """Store a file that is not sent yet. Refused 413, 422 as `sniff` refuses it."""
    kind = sniff.sniff(content)
    return await thread.store_attachment(db, name, kind.media_type, content, kind.text)


async def of_form(db: Database, form: FormData, taken: list[thread.Attachment]) -> None:
    """Add to `taken` the files of a message's form: those uploaded before, then those that come with it.

    Refused as `store` refuses, and 422 unknown_attachment; `taken` then holds those before the refused one.
    """
    ids = [value for value in form.getlist("file") if isinstance(value, str)]
    taken += await thread.attachments(db, ids)
    if len(taken) < len(ids):
        message = "A file that was attached is not here any more. Attach it again and send."
        raise Refused(422, "unknown_attachment", message)
    # Browsers send an empty field where no file was chosen.
    sent = [file for file in form.getlist("files") if isinstance(file, UploadFile)]
    contents = [(file.filename or "", await file.read()) for file in sent if file.filename or file.size]
    await form.close()
    for name, content in contents:
        taken.append(await store(db, name, content))


def chip(stored: thread.Attachment) -> Chip:
    """Return a file as it stands beside the box."""
    return Chip(stored.id, stored.name, stored.media_type != "text/plain", size_in_words(stored.size_bytes))


def chips(stored: Sequence[thread.Attachment]) -> list[Chip]:
    """Return files as they stand beside the box."""
    return [chip(one) for one in stored]


def shown(stored: Sequence[thread.Attachment]) -> list[turns.File]:
    """Return files as they stand under the question that they were sent with."""
    return [turns.File(one.id, one.name, one.image) for one in chips(stored)]


def size_in_words(size: int) -> str:
    """Return a number of bytes in the unit that a reader would choose."""
    if size < 1000:
        return f"{size} bytes" if size != 1 else "1 byte"
    return f"{size / 1000:.0f} kB" if size < 999_500 else f"{size / 1e6:.1f} MB"
