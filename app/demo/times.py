"""Words about time to a cron expression, by a few rules."""

import re

_DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")


def as_cron(words: str) -> str:
    """Return the expression, or none."""
    text = words.lower()
    every = re.search(r"every (\d{1,2}) (minute|hour)s?", text)
    if every:
        return f"*/{every[1]} * * * *" if every[2] == "minute" else f"0 */{every[1]} * * *"
    if "every minute" in text:
        return "* * * * *"
    if re.search(r"every hour|hourly", text):
        return "0 * * * *"
    minute, hour = _clock(text)
    days = [str(n) for n, day in enumerate(_DAYS) if day in text]
    if "weekday" in text:
        days = ["1-5"]
    elif "weekend" in text:
        days = ["0", "6"]
    if days:
        return f"{minute} {hour} * * {','.join(days)}"
    if re.search(r"every month|monthly|of the month", text):
        day = re.search(r"(\d{1,2})(st|nd|rd|th)", text)
        return f"{minute} {hour} {day[1] if day else 1} * *"
    if re.search(r"every (day|morning|evening|night)|daily|each (day|morning|evening)", text):
        return f"{minute} {hour} * * *"
    return "none"


def _clock(text: str) -> tuple[int, int]:
    """The time of day in words, else nine in the morning or the evening."""
    found = re.search(r"\bat (\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?\b", text)
    if found is None:
        return 0, 20 if re.search("evening|night", text) else 9
    hour = int(found[1]) % 24
    if found[3] and hour <= 12:
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    return int(found[2] or 0) % 60, hour
