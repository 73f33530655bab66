"""JSON bodies: read whole, cleaned, and held strictly to their declared shape."""

import json
import math
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_camel
from starlette.requests import Request

from app.db import Refused
from app.text import scrub

Shape = TypeVar("Shape", bound=BaseModel)

#: Kinds of fault that mean "out of range"; any other means "of the wrong form".
_OUT_OF_RANGE = {
    "string_too_long", "string_too_short", "too_long", "too_short", "value_error",
    "greater_than", "greater_than_equal", "less_than", "less_than_equal",
}  # fmt: skip


async def read(request: Request, shape: type[Shape]) -> Shape:
    """Return the body as `shape`. Refused 400 not_json or invalid_body, 413, 422 out_of_range."""
    return check(await _read_json(request), shape)


def check(value: Any, shape: type[Shape]) -> Shape:
    """Return `value` as `shape`. Refused 400 invalid_body, 422 out_of_range."""
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        raise _refusal(error) from None


def in_camel_case(refusal: Refused) -> Refused:
    """Return a refusal of stored values with its fields named as this API names them."""
    if "fields" not in refusal.detail or refusal.code not in ("invalid_body", "out_of_range"):
        return refusal
    fields = [{**each, "field": to_camel(each["field"])} for each in refusal.detail["fields"]]
    told = "; ".join(f"{each['field']}: {each['problem']}" for each in fields)
    return Refused(refusal.status, refusal.code, told, {"fields": fields})


async def _read_json(request: Request) -> Any:
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Refused(400, "not_json", "Send a JSON body with the header content-type: application/json.")
    try:
        return scrub(json.loads(await request.body(), parse_constant=_refuse_constant, parse_float=_finite))
    except (ValueError, RecursionError):
        raise Refused(400, "not_json", "The body is not valid JSON.") from None


def _refuse_constant(_name: str) -> NoReturn:
    raise ValueError("not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("number out of range")
    return number


def _refusal(error: ValidationError) -> Refused:
    faults = [
        {"field": ".".join(str(place) for place in fault["loc"]), "problem": fault["msg"]}
        for fault in error.errors(include_url=False, include_context=False, include_input=False)[:10]
    ]
    told = "; ".join(f"{fault['field'] or 'body'}: {fault['problem']}" for fault in faults)
    if all(
        fault["type"] in _OUT_OF_RANGE for fault in error.errors(include_url=False, include_context=False)
    ):
        return Refused(422, "out_of_range", told, {"fields": faults})
    return Refused(400, "invalid_body", told, {"fields": faults})
