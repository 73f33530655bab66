"""What an owner sets up for executions: the tools there are to give, and settings that name a model."""

from dataclasses import dataclass
from typing import Any

from app.db import Database
from app.gateway import Gateway
from app.queries import settings
from app.tools import TOOLS


@dataclass(frozen=True)
class ToolInfo:
    """A tool as pages and API show it: registry key, hyphenated id, group, what it does and needs."""

    key: str
    id: str
    group: str
    description: str
    needs: list[str]
    suspends: bool
    can_wait: bool


@dataclass(frozen=True)
class Changed:
    """The runtime settings after a change, and what is to be said about it, if anything."""

    settings: dict[str, Any]
    warning: str | None


def known_tools() -> list[ToolInfo]:
    """Return the tools of the registry, group by group."""
    return [
        ToolInfo(one.key, one.id, one.group, one.description, list(one.needs), one.suspends, not one.hides)
        for one in sorted(TOOLS.values(), key=lambda one: (one.group, one.key))
    ]


async def change_runtime(db: Database, gateway: Gateway, revision: int, changes: dict[str, Any]) -> Changed:
    """Change runtime settings by their columns' names.

    A model that a complete catalogue lacks is refused; when the catalogue is incomplete it is stored with a
    warning. Refused 400 invalid_body, 409 revision_conflict, 422 out_of_range or unknown_model, 503.
    """
    catalogue = await gateway.catalogue()
    changed = await settings.change_agent_runtime(db, revision, changes, catalogue.models, catalogue.complete)
    model = changes.get("default_model")
    unchecked = bool(model) and not catalogue.complete and model not in catalogue.models
    warning = f"The gateway could not be asked whether it offers {model}." if unchecked else None
    return Changed(changed.settings, warning)
