"""The room `workspace`: repositories."""

from app.db import Database


async def resolve(db: Database, workspace_id: str | None) -> str:
    """Return the id of a workspace, of the default when none is named. Refused 422 unknown_workspace, 503."""
    return str(await db.value("workspace.resolve", p_workspace_id=workspace_id))
