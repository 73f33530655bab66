"""The room `thread`: exact histories, and the files that come with messages."""

from dataclasses import dataclass

from app.db import Database


@dataclass(frozen=True)
class Attachment:
    """A file without its bytes; size in bytes."""

    id: str
    name: str
    media_type: str
    size_bytes: int


@dataclass(frozen=True)
class Content:
    """A file with its bytes."""

    name: str
    media_type: str
    content: bytes


async def store_attachment(
    db: Database, name: str, media_type: str, content: bytes, text: str | None
) -> Attachment:
    """Store a file until the message is sent that it belongs to; `text` is that of a text file."""
    row = await db.one(
        Attachment,
        "thread.store_attachment",
        p_name=name,
        p_media_type=media_type,
        p_content=content,
        p_text=text,
    )
    assert row is not None
    return row


async def attachments(db: Database, ids: list[str]) -> list[Attachment]:
    """Return what is known of attachments, in the order of `ids`; unknown ones are left out."""
    return await db.many(Attachment, "thread.attachments", p_ids=ids)


async def load_attachment(db: Database, id: str) -> Content:
    """Return one attachment. Refused 404 attachment_not_found."""
    row = await db.one(Content, "thread.load_attachment", p_id=id)
    assert row is not None
    return row


async def discard_attachment(db: Database, id: str) -> None:
    """Delete an attachment that was not sent. Refused 404, 409 attachment_sent."""
    await db.value("thread.discard_attachment", p_id=id)


async def sweep_attachments(db: Database) -> int:
    """Delete what was not sent within a day; return how many went."""
    return int(await db.value("thread.sweep_attachments"))
