"""The pages under /memories that show: a list to search, and beside it one memory, or what recall would find.

With htmx the pane, the list or a row come back alone.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from app.queries import execution, memory
from app.web import memory_panes as panes
from app.web import memory_view, render
from app.web.memories import OWNER, filters, memory_id


@panes.page
async def index(request: Request) -> Response:
    """The list with an overview beside it; as a fragment the list, or the page of it that follows a row."""
    if not render.wants_fragment(request):
        return await panes.show(request, await panes.overview(request))
    if "cursor" in request.query_params:
        return render.respond(request, "memories/_rows.html", **await panes.page_of_rows(request))
    headers = {"HX-Replace-Url": memory_view.address(request, filters(request))}
    return render.respond(request, "memories/_list.html", headers=headers, **await panes.listing(request))


@panes.page
async def overview(request: Request) -> Response:
    """What is shown while no memory is: for closing one without losing one's place in the list."""
    return await panes.show(request, await panes.overview(request))


@panes.page
async def recall(request: Request) -> Response:
    """What would be recalled for a question. Without one, the overview with its box."""
    question = request.query_params.get("q")
    if question is None or not render.wants_fragment(request):
        return await panes.show(request, await panes.overview(request, question or "", over=True))
    address = "/memories/recall" + memory_view.query(filters(request), q=question)
    context = await panes.would_recall(request, question) | panes.around(request)
    return render.respond(request, "memories/_recalled.html", headers={"HX-Replace-Url": address}, **context)


@panes.page
async def show(request: Request) -> Response:
    """One memory. An earlier value leads to the fact that took its place."""
    id = memory_id(request)
    heir = await memory.successor(panes.database(request), OWNER, id)
    if heir is not None:
        return render.go_to(request, f"/memories/{heir}{panes.query(request)}")
    return await panes.show(request, await panes.one(request, id))


@panes.page
async def given(request: Request) -> Response:
    """The memories that one answer was given; as a fragment the list alone."""
    id = memory_id(request)
    stored = await execution.given(panes.database(request), OWNER, id)
    left = [(memory_view.row(one), one.changed) for one in stored if one.content is not None]
    context: dict[str, Any] = {"given": left, "deleted": len(stored) - len(left)}
    if render.wants_fragment(request):
        return render.respond(request, "memories/_given.html", **context, **panes.around(request))
    return await panes.show(request, {"pane": "given", "heading": "Given to an answer", **context})
