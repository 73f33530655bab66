"""Hooks: what their owner runs at fixed points of an execution."""

from app.hooks.lifecycle import Check, Lifecycle, Verdict
from app.hooks.protocol import About, Event
from app.hooks.samples import sample

__all__ = ["About", "Check", "Event", "Lifecycle", "Verdict", "sample"]
