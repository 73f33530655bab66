"""The choice of model in the foot of the box."""

import re
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

_COOKIE = "popagent_model"
_A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Option:
    """One choice of model; an empty value is the server's default."""

    value: str
    label: str


@dataclass(frozen=True)
class Choice:
    """The models to choose from, and what is to be said about them; `window` is that of the chosen one, in tokens."""

    options: list[Option]
    chosen: str
    is_demo: bool
    warning: str
    window: int | None


async def choice(request: Request, wanted: str | None = None) -> Choice:
    """Return the choice, with what is wanted, or what this browser chose before, if it is offered. Refused 503."""
    known = await request.app.state.engine.models()
    default = known.default_model
    others = [Option(name, name) for name in known.models if name != default]
    before = request.cookies.get(_COOKIE, "") if wanted is None else wanted
    chosen = before if any(option.value == before for option in others) else ""
    options = [Option("", default or "no model"), *others]
    window = known.context_windows.get(chosen or default)
    return Choice(options, chosen, known.is_demo, known.warning or "", window)


def remember(request: Request, response: Response, model: str) -> None:
    """Keep the choice in the browser, for the next message and the next chat."""
    if re.fullmatch(r"[\w.:/@+-]{1,200}", model, re.ASCII):
        response.set_cookie(_COOKIE, model, max_age=_A_YEAR, httponly=True, samesite="strict")
    elif _COOKIE in request.cookies:
        response.delete_cookie(_COOKIE, httponly=True, samesite="strict")
