"""The site as its table has it: what is locked when a key is set."""

import re
from collections.abc import Iterator
from pathlib import Path

from starlette.routing import Mount, Route

from app.embedded import Dsns
from app.web.guard import COOKIE, door_token
from app.web.routes import ROUTES
from tests.support import serve, settings

KEY = "a key of the owner"
PUBLIC = {"/login", "/static"}


def requests() -> Iterator[tuple[str, str]]:
    """Method and address of each route."""
    for route in ROUTES:
        assert isinstance(route, Route | Mount)
        if isinstance(route, Route):
            for method in sorted(route.methods or {"GET"}):
                yield method, re.sub(r"\{\w+\}", "x", route.path)
        else:
            assert route.path in PUBLIC, "what is mounted is public"


def test_every_address_is_known_to_this_test() -> None:
    assert [address for _, address in requests() if "{" in address] == []
    assert {address.split("/")[1] for _, address in requests()} >= {"", "api", "c", "login"}


async def test_without_the_key_the_api_answers_nothing(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as served:
        for method, address in [each for each in requests() if each[1].startswith("/api")]:
            for headers in (
                {},
                {"x-popagent-key": ""},
                {"x-popagent-key": "another"},
                {"authorization": f"Bearer {KEY}"},
                {"cookie": f"{COOKIE}={door_token(KEY)}"},
            ):
                answer = await served.client.request(method, address, headers=headers)
                assert answer.status_code == 401, f"{method} {address} with {list(headers)}"
                if method != "HEAD":
                    assert answer.json()["code"] == "unauthorized"
            opened = await served.client.request(method, address, headers={"x-popagent-key": KEY})
            assert opened.status_code != 401, f"{method} {address} with the key"


async def test_without_the_cookie_pages_lead_to_the_login(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path, POPAGENT_API_KEY=KEY), dsns) as served:
        for method, address in requests():
            if address.startswith("/api") or address in PUBLIC:
                continue
            for headers in ({}, {"cookie": f"{COOKIE}=guess"}):
                answer = await served.client.request(method, address, headers=headers)
                assert answer.status_code == 303, f"{method} {address}"
                assert answer.headers["location"].startswith("/login")


async def test_no_address_of_the_api_fails_on_an_empty_request(dsns: Dsns, tmp_path: Path) -> None:
    async with serve(settings(tmp_path), dsns) as served:
        for method, address in requests():
            if address.startswith("/api"):
                answer = await served.client.request(method, address)
                assert answer.status_code < 500, f"{method} {address}"
