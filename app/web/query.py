"""Values in an address, checked."""

from app.db import Refused


def whole(text: str, name: str, least: int, most: int) -> int:
    """Return a whole number. Refused 422 when it is none or out of range."""
    if not text.isascii() or not text.isdecimal() or len(text) > 19 or not least <= int(text) <= most:
        raise Refused(422, "out_of_range", f"{name}: a whole number from {least} to {most} is needed.")
    return int(text)


def flag(text: str, name: str) -> bool:
    """Return true or false. Refused 422 when it is neither."""
    if text not in ("true", "false"):
        raise Refused(422, "out_of_range", f"{name}: true or false is needed.")
    return text == "true"
