"""Which models there are, as chat, pages and API show them."""

from dataclasses import dataclass

from app.db import Database
from app.gateway import Gateway
from app.queries import settings


@dataclass(frozen=True)
class Models:
    """Model ids, context windows in tokens by id, the default, and what is wrong with the catalogue, if anything."""

    models: list[str]
    context_windows: dict[str, int]
    default_model: str
    warning: str | None
    is_demo: bool


async def known_models(db: Database, gateway: Gateway) -> Models:
    """Merge the stored default with the gateway's catalogue.

    An empty stored default means the catalogue's first model. Refused 503 settings_missing.
    """
    stored = (await settings.agent_runtime(db)).default_model
    catalogue = await gateway.catalogue()
    models = list(catalogue.models)
    warning = catalogue.warning
    if stored and stored not in models:
        if catalogue.complete:
            warning = f"The gateway no longer lists the default model {stored}. Choose another one."
        models.insert(0, stored)
    default = stored or (models[0] if models else "")
    return Models(models, dict(catalogue.context_windows), default, warning, gateway.is_demo)
