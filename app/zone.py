"""The time zone of this host, by its name in the time zone database."""

from zoneinfo import ZoneInfoNotFoundError

import tzlocal

#: Other names of it that hosts are set to.
_UTC = ("Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Zulu", "Universal")


def host_zone() -> str:
    """Return the name, such as Europe/Lisbon; UTC where the host has none."""
    try:
        name = tzlocal.get_localzone_name()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"
    return "UTC" if not name or name in _UTC else name
