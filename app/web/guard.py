"""What every request passes first: host, origin, key and size; and the headers of every response."""

import asyncio
import hmac
import ipaddress
import re
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.db import Refused, Unavailable
from app.settings import Settings
from app.web import problems

BODY_LIMIT = 1024 * 1024
_MORE = 15 * BODY_LIMIT
_MORE_SAID = (
    "A message with its files can be at most 15 MiB large. Send some of the files with another message."
)
#: Where more may come than BODY_LIMIT: which addresses, how many bytes, what is said beyond. Form data and
#: base64 take more than the files in them; how large a file may be is checked where it is read.
_LIMITS = (
    (
        re.compile(r"/(api/)?attachments"),
        11 * BODY_LIMIT,
        "A file can be at most 10 MiB large. Attach a smaller one.",
    ),
    (re.compile(r"/api/chat|/c/[^/]+/send"), _MORE, _MORE_SAID),
)
#: Seconds between two pieces of a body.
BODY_PAUSE = 30.0
COOKIE = "popagent_door"

_PUBLIC = re.compile(r"/login|/static/.*|/favicon\.ico")
_LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_HEADERS = {
    "content-security-policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "font-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not no-referrer: browsers would then send "Origin: null" with a plain form.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """ASGI middleware. A refused request gets a clear answer and never reaches a handler."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._key = settings.api_key.get_secret_value() if settings.api_key else None
        # Without a key the server is for this machine only, and a foreign name in Host means that a
        # browser was led here. With one, any name may stand before the server, and the key protects it.
        self._any_host = self._key is not None and not _is_loopback(settings.host)
        self._hosts = _LOCAL_NAMES | {settings.host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, _bounded(receive, scope["path"]))
        refusal = self._refusal(request) or await self._locked(request)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        await self._app(scope, request.receive, _with_headers(send))

    def _refusal(self, request: Request) -> Response | None:
        headers = request.headers
        if not self._is_our_host(headers):
            message = "popagent does not answer under this host name. Use the address that it printed when it started."
            return refuse(request, Refused(421, "wrong_host", message))
        if request.method not in _SAFE_METHODS and not _is_same_origin(headers):
            message = "The request came from another site. Open popagent itself and try again."
            return refuse(request, Refused(403, "cross_site", message))
        length = headers.get("content-length", "")
        limit, said = _limit(request.url.path)
        if length.isdecimal() and int(length[:20]) > limit:
            return refuse(request, Refused(413, "too_large", said))
        return None

    async def _locked(self, request: Request) -> Response | None:
        """Refuse whoever has not the key: scripts by their header, browsers also by their login."""
        if self._key is None or _PUBLIC.fullmatch(request.url.path):
            return None
        given = request.headers.getlist("x-popagent-key")
        if len(given) == 1 and same(given[0], self._key):
            return None
        if is_api(request):
            message = (
                "The header x-popagent-key is missing or wrong. It must carry the value of POPAGENT_API_KEY."
            )
            return refuse(request, Refused(401, "unauthorized", message))
        try:
            request.state.login = await request.app.state.logins.holder(cookie(request.headers))
        except Unavailable:
            return refuse(request, Refused(503, "database_unavailable", problems.DATABASE_AWAY))
        if request.state.login is not None:
            return None
        if "hx-request" in request.headers:
            # A part of a page: its owner goes back to the page.
            back = _path(request.headers.get("hx-current-url", ""))
            return Response(status_code=401, headers={"HX-Redirect": _login(back)})
        # After a login one can only go back to what can be asked for by address.
        return RedirectResponse(_login(request.url.path if request.method == "GET" else "/"), status_code=303)

    def _is_our_host(self, headers: Headers) -> bool:
        given = headers.getlist("host")
        if len(given) != 1:
            return False
        try:
            host = urlsplit(f"//{given[0]}")
            name, _port = (host.hostname or "").rstrip("."), host.port
        except ValueError:
            return False
        plain = host.username is None and not host.path and not host.query and not host.fragment
        return bool(name) and plain and (self._any_host or name in self._hosts)


def same(given: str, wanted: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), wanted.encode())


def _login(back: str) -> str:
    return f"/login?next={quote(back)}"


def _path(address: str) -> str:
    try:
        return urlsplit(address).path or "/"
    except ValueError:
        return "/"


def is_api(request: Request) -> bool:
    """Whether a script asks: it gets JSON, and needs the header rather than the cookie."""
    path = request.url.path
    return path == "/api" or path.startswith("/api/")


def refuse(request: Request, refusal: Refused) -> Response:
    """Return a refusal in the form of the door that was used."""
    if is_api(request):
        body = {"error": refusal.message, "code": refusal.code, **refusal.detail}
        return JSONResponse(body, status_code=refusal.status)
    return problems.refused(request, refusal)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_same_origin(headers: Headers) -> bool:
    """Browsers say where a request comes from; scripts say nothing and are let through."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers["host"].lower()


def cookie(headers: Headers) -> str:
    """Return the token that a browser keeps, or nothing."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _limit(path: str) -> tuple[int, str]:
    """Return how many bytes a request to an address may have, and what is said of a larger one."""
    for pattern, limit, said in _LIMITS:
        if pattern.fullmatch(path):
            return limit, said
    return BODY_LIMIT, "A request can be at most 1 MiB large. Shorten it, or send it in parts."


def _bounded(receive: Receive, path: str) -> Receive:
    """Count what a body brings that did not say its length, or lied; and do not wait for the rest for ever."""
    seen, complete = 0, False
    limit, said = _limit(path)

    async def bounded() -> Message:
        nonlocal seen, complete
        try:
            async with asyncio.timeout(None if complete else BODY_PAUSE):
                message = await receive()
        except TimeoutError:
            raise Refused(
                408, "slow_request", "The rest of the request did not come. Send it again."
            ) from None
        seen += len(message.get("body", b""))
        complete = not message.get("more_body", False)
        if seen > limit:
            raise Refused(413, "too_large", said)
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
