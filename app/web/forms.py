"""Fields of forms."""

from starlette.datastructures import FormData
from starlette.requests import Request


async def read(request: Request) -> FormData:
    """Return the fields of a form; one with files or very many fields is not ours. Refused 400."""
    return await request.form(max_files=0, max_fields=20)


def field(form: FormData, name: str) -> str:
    """Return a field as text; empty when it is not there."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def lines(text: str) -> str:
    """Return a text with the line ends that its writer's browser shows; forms send others."""
    return text.replace("\r\n", "\n")
