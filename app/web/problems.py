"""What a page says when something was refused or failed: what happened, what is safe, what to do."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from app.db import Refused
from app.web import render


@dataclass(frozen=True)
class Problem:
    """One refusal or failure in words. `code` is stable, or the id under which it was logged."""

    status: int
    title: str
    happened: str
    safe: str
    next: str
    code: str = ""


DATABASE_AWAY = "The database does not answer. What was stored is safe; try again when it is back."

_NOTHING_CHANGED = "Nothing was changed."
_TEXT_IS_KEPT = "Your text is still in the box."
_KNOWN = {
    400: Problem(
        400,
        "Not understood",
        "The request was not one popagent understands.",
        _NOTHING_CHANGED,
        "Go back, reload the page and try again.",
    ),
    403: Problem(
        403,
        "Refused",
        "The request came from another site, or from a page that is no longer current.",
        _NOTHING_CHANGED,
        "Open popagent itself and try again.",
    ),
    404: Problem(
        404,
        "Not here",
        "There is nothing at this address. A chat that was here may have been deleted.",
        "Everything else is as it was.",
        "Your other chats are in the list.",
    ),
    405: Problem(
        405,
        "Not possible here",
        "This address does not take that kind of request.",
        _NOTHING_CHANGED,
        "Go back and use the page's own buttons.",
    ),
    409: Problem(
        409,
        "Changed meanwhile",
        "This was changed elsewhere while you were at it.",
        "Nothing was overwritten.",
        "Reload the page and try again.",
    ),
    413: Problem(
        413,
        "Too long",
        "A message can be at most 1 MB long.",
        "Nothing was stored.",
        "Shorten the text or send it in parts.",
    ),
    421: Problem(
        421,
        "Unknown host",
        "popagent does not answer under this host name.",
        _NOTHING_CHANGED,
        "Use the address that it printed when it started.",
    ),
    422: Problem(
        422,
        "Not possible",
        "Something in the request is out of range.",
        _NOTHING_CHANGED,
        "Change it and try again.",
    ),
    500: Problem(
        500,
        "That went wrong",
        "popagent ran into a fault of its own.",
        "What was stored before is safe.",
        "Try again; if it goes on, the server's log tells more.",
    ),
    503: Problem(
        503,
        "Not available",
        "The database does not answer at the moment.",
        "What was stored before is safe.",
        "Wait a little and try again; `popagent doctor` names the cause.",
    ),
}


#: What pages say of refusals whose sentences speak of sessions and requests.
_IN_OTHER_WORDS = {
    "turn_running": "An answer is being written here. Wait for its end, or stop it first.",
    "not_the_last": "Only the last answer can be written anew; this chat has gone on meanwhile.",
    "nothing_asked": "Nothing was asked in this chat yet.",
    "already_taken": "This message was taken already: it is being answered, or has been.",
    "queue_full": "Fifty messages wait in this chat already. Send again when some of them are answered.",
}
#: What pages say of these is more help to a reader than the sentence meant for scripts.
_SAID_BETTER = {404, 405}


def problem_for(status: int, message: str = "", code: str = "") -> Problem:
    """Return what to say for an HTTP status; `message` replaces what happened, and says itself what to do."""
    known = _KNOWN.get(status) or _KNOWN[500 if status >= 500 else 400]
    if not message or status in _SAID_BETTER:
        return Problem(status, known.title, known.happened, known.safe, known.next, code)
    return Problem(status, known.title, message, known.safe, "", code)


def answer_with(request: Request, problem: Problem) -> Response:
    """Return a problem as a page, or, to htmx, as a notice above the box."""
    if not render.wants_fragment(request):
        return render.respond(request, "error/page.html", status=problem.status, problem=problem)
    notice = kept(problem) if request.url.path.endswith("/send") else problem
    in_dialog = request.headers.get("hx-target") == "div#dialog-notice"
    headers = {"HX-Retarget": "#dialog-notice" if in_dialog else "#notice", "HX-Reswap": "innerHTML"}
    name = "error/_notice.html"
    return render.respond(request, name, status=problem.status, headers=headers, notice=notice)


def refused(request: Request, refusal: Refused) -> Response:
    """Return a refusal of the rules as a page or a notice."""
    message = _IN_OTHER_WORDS.get(refusal.code, refusal.message)
    return answer_with(request, problem_for(refusal.status, message, refusal.code))


def kept(problem: Problem) -> Problem:
    """Return the problem as it is told to someone whose message was not taken."""
    return Problem(problem.status, problem.title, problem.happened, _TEXT_IS_KEPT, problem.next, problem.code)
