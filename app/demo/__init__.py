"""The built-in demo model: an OpenAI-compatible endpoint in this process, for a start without a gateway."""

from app.demo.server import DemoServer

__all__ = ["DemoServer"]
