"""Logging in with the key, for browsers; which of them are let in, and how that ends."""

from urllib.parse import urlsplit
from uuid import UUID

import ua_parser
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.db import Refused
from app.web import forms, guard, rail, render
from app.web.logins import Logins, network
from app.web.pages import page


async def show(request: Request) -> Response:
    """GET /login: the form, and nothing else."""
    return _form(request, _safe(request.query_params.get("next", "/")))


async def log_in(request: Request) -> Response:
    """POST /login: the right key opens the pages to this browser, until it or its owner ends that."""
    form = await forms.read(request)
    address = _safe(forms.field(form, "next"))
    key = request.app.state.settings.api_key
    if key is None:
        return RedirectResponse(address, status_code=303)
    logins, from_network = _logins(request), network(request)
    wait = await logins.attempt(from_network)
    if wait:
        response = _form(
            request, address, status=429, error=f"Too many attempts. Try again in {_time(wait)}."
        )
        response.headers["Retry-After"] = str(wait)
        return response
    if not guard.same(forms.field(form, "key"), key.get_secret_value()):
        return _form(request, address, status=403, error="This is not the key.")
    token, login = await logins.begin(request.headers.get("user-agent", ""), from_network)
    response = RedirectResponse(address, status_code=303)
    response.set_cookie(
        guard.COOKIE,
        token,
        expires=login.expires_at,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


@page
async def log_out(request: Request) -> Response:
    """POST /logout: this browser has to log in again."""
    current = _current(request)
    if current is not None:
        await _logins(request).end(current)
    response = render.go_to(request, "/login" if request.app.state.settings.api_key else "/")
    response.delete_cookie(guard.COOKIE, httponly=True, samesite="strict")
    return response


@page
async def logins(request: Request) -> Response:
    """GET /settings/logins: the browsers that are let in."""
    locked = request.app.state.settings.api_key is not None
    return render.respond(
        request,
        "settings/logins.html",
        logins=[(one, _name(one.browser)) for one in await _logins(request).all()] if locked else [],
        current=_current(request),
        locked=locked,
        rail=await rail.load(request.app.state.db, current=""),
    )


@page
async def end(request: Request) -> Response:
    """POST /settings/logins: end the login that the form names, or with `others` all but this browser's."""
    form = await forms.read(request)
    current = _current(request)
    if forms.field(form, "others") == "yes":
        if current is None:
            raise Refused(
                409,
                "no_login",
                "This browser is not logged in, so that there are no others. End them singly.",
            )
        await _logins(request).end(current, others=True)
    else:
        await _logins(request).end(_id(forms.field(form, "id")))
    return render.go_to(request, "/settings/logins")


def _name(user_agent: str) -> str:
    """Return what people call a browser, such as Firefox on Linux."""
    found = ua_parser.parse(user_agent)
    browser = found.user_agent.family if found.user_agent else "A browser"
    return f"{browser} on {found.os.family}" if found.os else browser


def _logins(request: Request) -> Logins:
    found: Logins = request.app.state.logins
    return found


def _current(request: Request) -> UUID | None:
    """Return the login by which the guard let this request in; none when it came with the header."""
    found: UUID | None = getattr(request.state, "login", None)
    return found


def _id(given: str) -> UUID:
    try:
        return UUID(given)
    except ValueError:
        raise Refused(400, "invalid_id", "Use one of the buttons: nothing was changed.") from None


def _form(request: Request, address: str, status: int = 200, error: str = "") -> Response:
    return render.respond(request, "login/page.html", status=status, next=address, error=error)


def _time(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"


def _safe(address: str) -> str:
    """Stay on this site: anything but a plain path leads home."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    plain = address.startswith("/") and not address.startswith(("//", "/\\")) and not parts.netloc
    return address if plain and address.isprintable() else "/"
