"""What is written to the log, and what must not be."""

import logging

from app.redaction import LOG_LINE, Formatter, Redactor
from app.settings import Settings


def redactor(settings: Settings) -> Redactor:
    """Return a redactor that knows the keys and passwords of the settings."""
    made = Redactor()
    for value, name in settings.credentials():
        made.add(value, name)
    return made


def redact(known: Redactor) -> None:
    """Keep what is known out of every line that is logged from now on."""
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Formatter(known, LOG_LINE))
