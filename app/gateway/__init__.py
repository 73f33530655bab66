"""The only door to a model: sloppy streams in, clean events out."""

from app.gateway.catalogue import embeds
from app.gateway.events import (
    Catalogue,
    End,
    Event,
    GatewayError,
    Reasoning,
    Text,
    ToolCall,
    Usage,
    Waiting,
)
from app.gateway.facade import Gateway
from app.gateway.route import Limits

__all__ = [
    "Catalogue",
    "End",
    "Event",
    "Gateway",
    "GatewayError",
    "Limits",
    "Reasoning",
    "Text",
    "ToolCall",
    "Usage",
    "Waiting",
    "embeds",
]
