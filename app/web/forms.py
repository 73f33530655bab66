"""Fields of forms."""

from starlette.datastructures import FormData
from starlette.requests import Request

#: Bytes of a field that is no file: more than anything that is taken, so that whoever takes it says what is too long.
_LONGEST_FIELD = 16 * 1024 * 1024


async def read(request: Request, max_fields: int = 20) -> FormData:
    """Return the fields of a form; one with files or very many fields is not ours. Refused 400."""
    return await request.form(max_files=0, max_fields=max_fields)


async def with_files(request: Request, most: int) -> FormData:
    """Return the fields of a form that may hold so many files; whoever reads them closes it. Refused 400."""
    return await request.form(max_files=most, max_fields=20 + most, max_part_size=_LONGEST_FIELD)


def field(form: FormData, name: str) -> str:
    """Return a field as text; empty when it is not there."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def fields(form: FormData, name: str) -> list[str]:
    """Return all values of a field that may be there several times."""
    return [value for value in form.getlist(name) if isinstance(value, str)]


def text(form: FormData, name: str) -> str:
    """Return a field of several lines, as they were typed."""
    return lines(field(form, name))


def lines(text: str) -> str:
    """Return a text with the line ends that its writer's browser shows; forms send others."""
    return text.replace("\r\n", "\n")
