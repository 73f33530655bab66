"""Tool calls that a turn asks its owner about: seen and decided, over JSON and on the page."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db import Refused
from app.queries import execution_approvals as approval
from app.queries import session
from app.web import body, forms, pages, wire
from app.web.api import path_id

_DECIDED = {"approve": "approved", "deny": "denied"}


async def list_approvals(request: Request) -> Response:
    """GET /api/chat/:id/approvals: what waits for a decision, and what holds for the whole chat. Refused 404."""
    db, id = request.app.state.db, path_id(request)
    await session.load(db, id)
    asked = [wire.ApprovalOut.model_validate(row).json_ready() for row in await approval.approvals(db, id)]
    kept = [wire.KeptOut.model_validate(row).json_ready() for row in await approval.kept_decisions(db, id)]
    return JSONResponse({"approvals": asked, "kept": kept})


async def decide(request: Request) -> Response:
    """POST /api/chat/:id/approvals/:approvalId. Refused 404, 409 already_decided or not_waiting."""
    id, approval_id = path_id(request), path_id(request, "approval_id")
    asked = await body.read(request, wire.Decision)
    decided = _DECIDED[asked.decision]
    await request.app.state.engine.decide(id, approval_id, decided, asked.scope)
    return JSONResponse({"approvalId": approval_id, "decision": decided, "scope": asked.scope})


async def ask_again(request: Request) -> Response:
    """DELETE /api/chat/:id/approvals/kept/:tool: ask about it again. Refused 404 decision_not_found."""
    await approval.ask_again(request.app.state.db, path_id(request), str(request.path_params["tool"]))
    return Response(status_code=204)


@pages.page
async def ask_again_on_page(request: Request) -> Response:
    """Take back what was decided about a tool for the whole chat."""
    form = await forms.read(request)
    await approval.ask_again(request.app.state.db, pages.id_in_path(request), forms.field(form, "tool"))
    return await pages.show_news(request, form)


@pages.page
async def decide_on_page(request: Request) -> Response:
    """Take the decision of a button: `approve once`, `approve session`, `deny once` or `deny session`."""
    form = await forms.read(request)
    decision, _, scope = forms.field(form, "decision").partition(" ")
    if decision not in _DECIDED or scope not in ("once", "session"):
        raise Refused(400, "invalid_decision", "Use one of the four buttons: nothing was decided.")
    chat_id = pages.id_in_path(request)
    approval_id = str(request.path_params["approval_id"])
    await request.app.state.engine.decide(chat_id, approval_id, _DECIDED[decision], scope)
    return await pages.show_news(request, form)
