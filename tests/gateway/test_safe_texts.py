"""No key and no credential reaches an error, a warning or a log."""

import base64
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from app.gateway import Waiting
from app.gateway.faults import Concealer
from tests.gateway.conftest import failure_of
from tests.gateway.scripted import Reply, ScriptedGateway, frame, text

KEY = "sk-CANARY-123/+="
FORMS = [KEY, quote(KEY, safe=""), base64.b64encode(KEY.encode()).decode()]


def leaks(said: str) -> bool:
    return "CANARY" in said or FORMS[2].rstrip("=") in said or "hunter2" in said


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
async def test_a_gateway_that_repeats_the_key_does_not_spread_it(
    scripted: ScriptedGateway,
    make_gateway: Callable[..., Any],
    caplog: pytest.LogCaptureFixture,
    form: str,
    status: int,
) -> None:
    caplog.set_level(logging.DEBUG)
    url = f"http://ada:hunter2@127.0.0.1:{scripted.port}/v1?key=CANARY"
    gateway = await make_gateway(url, key=KEY)
    message = f"Incorrect key {form} for http://ada:hunter2@127.0.0.1/v1?key=CANARY and ada:hunter2"
    refused = Reply.body({"error": {"message": message}}, status)
    scripted.models = refused
    for reply in (
        refused,
        Reply.sse(text("x"), frame({"error": message})),
        Reply([f"odd {message}".encode()]),
    ):
        scripted.answers(reply)
        events, error = await failure_of(gateway)
        said = [event.reason for event in events if isinstance(event, Waiting)]
        said += [str(error), error.message, repr(error), str(error.__cause__)]
        assert not any(map(leaks, said)), said
    assert not leaks(str((await gateway.catalogue()).warning))
    assert not leaks(gateway.url_for_people)
    logged = [record.getMessage() for record in caplog.records]
    assert not any(map(leaks, logged)), logged


async def test_an_unreachable_gateway_is_named_without_its_credentials(
    make_gateway: Callable[..., Any],
) -> None:
    gateway = await make_gateway("http://ada:hunter2@gateway.invalid:99/v1?key=CANARY", key=KEY)
    _, error = await failure_of(gateway)
    assert "gateway.invalid:99" in error.message
    assert not leaks(error.message)


def test_keys_of_others_are_hidden_too() -> None:
    conceal = Concealer([])
    assert conceal("key sk-proj-abcdefgh1234 is wrong") == "key [hidden] is wrong"
    assert conceal("sent Authorization: Bearer abcdefghij.k") == "sent Authorization: Bearer [hidden]"


def test_a_text_is_capped_and_clean() -> None:
    conceal = Concealer([])
    assert len(conceal("x" * 10_000)) == 500
    assert conceal("a\x00b\ud800\n\n c") == "a\ufffdb\ufffd c"


def test_a_very_short_secret_does_not_mangle_every_text() -> None:
    assert Concealer(["a"])("a banana") == "a banana"
