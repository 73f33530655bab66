"""Fields of forms."""

from starlette.datastructures import FormData
from starlette.requests import Request


async def read(request: Request, max_fields: int = 20) -> FormData:
    """Return the fields of a form; one with files or very many fields is not ours. Refused 400."""
    return await request.form(max_files=0, max_fields=max_fields)


def field(form: FormData, name: str) -> str:
    """Return a field as text; empty when it is not there."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def fields(form: FormData, name: str) -> list[str]:
    """Return all values of a field that may be there several times."""
    return [value for value in form.getlist(name) if isinstance(value, str)]


def text(form: FormData, name: str) -> str:
    """Return a field of several lines, as they were typed."""
    return field(form, name).replace("\r\n", "\n")
