"""Logging in with the key, for browsers."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.web import guard, render


async def show(request: Request) -> Response:
    """GET /login: the form, and nothing else."""
    return _form(request, _safe(request.query_params.get("next", "/")))


async def log_in(request: Request) -> Response:
    """POST /login: the right key opens the pages to this browser until the key changes."""
    form = await request.form()
    address = _safe(str(form.get("next", "/")))
    key = request.app.state.settings.api_key
    if key is None:
        return RedirectResponse(address, status_code=303)
    if not guard.same(str(form.get("key", "")), key.get_secret_value()):
        return _form(request, address, status=403, error="This is not the key.")
    response = RedirectResponse(address, status_code=303)
    response.set_cookie(
        guard.COOKIE,
        guard.door_token(key.get_secret_value()),
        max_age=30 * 24 * 3600,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


def _form(request: Request, address: str, status: int = 200, error: str = "") -> Response:
    return render.respond(request, "login/page.html", status=status, next=address, error=error)


def _safe(address: str) -> str:
    """Stay on this site: anything but a plain path leads home."""
    parts = urlsplit(address)
    plain = address.startswith("/") and not address.startswith(("//", "/\\")) and not parts.netloc
    return address if plain and address.isprintable() else "/"
