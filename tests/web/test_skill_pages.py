"""The pages of skills, without script: every form works by itself."""

import io
import re
import zipfile
from typing import Any

import pytest

from tests.support import Served

LIST = "/agents/popagent/skills"


async def page(server: Served, address: str = LIST) -> str:
    reply = await server.client.get(address)
    assert reply.status_code == 200, reply.text
    return reply.text


def shown(html: str) -> list[str]:
    return re.findall(r'<p class="item-name"><a [^>]*>([^<]+)</a>', html)


def address_of(html: str, name: str) -> str:
    found = re.search(rf'href="({LIST}/[0-9a-f]+)"[^>]*>{name}</a>', html)
    assert found is not None
    return found[1]


async def post(server: Served, address: str, status: int = 200, **form: Any) -> str:
    reply = await server.client.post(address, data=form, follow_redirects=True)
    assert reply.status_code == status, reply.text
    return reply.text


async def test_the_skills_of_an_agent_are_listed_in_their_order_and_moved(server: Served) -> None:
    html = await page(server)
    assert shown(html) == ["plan-and-delegate", "answer-with-evidence"]
    moved = await post(server, f"{address_of(html, 'plan-and-delegate')}/move", to="down")
    assert shown(moved) == ["answer-with-evidence", "plan-and-delegate"]


async def test_a_skill_is_switched_off_and_leaves_the_system_message(server: Served) -> None:
    address = address_of(await page(server), "plan-and-delegate")
    assert "Off</span>" in await post(server, f"{address}/switch", enabled="no", revision="1")
    assert "&lt;name&gt;plan-and-delegate" not in await page(server, "/agents/popagent")
    assert "&lt;name&gt;answer-with-evidence" in await page(server, "/agents/popagent")


async def test_a_skill_is_written_read_and_changed(server: Served) -> None:
    form = {"name": "look-twice", "description": "Use it <always>.", "body": "Look.", "enabled": "on"}
    html = await post(
        server, f"{LIST}/new", **form, path=["references/a.md", ""], content=["More.\r\nAnd more.", ""]
    )
    address = address_of(html, "look-twice")
    html = await page(server, address)
    assert "Use it &lt;always&gt;." in html
    assert "More.\nAnd more." in html
    await post(server, address, **form | {"body": "Look twice."}, revision="1")
    kept = await page(server, f"{address}/history")
    assert kept.index("Look twice.") < kept.index("Look.</pre>")
    stale = await post(server, address, 409, **form | {"body": "Mine."}, revision="1")
    assert "changed elsewhere" in stale
    assert "Look twice." in stale
    assert "Mine." in stale


@pytest.mark.parametrize(("field", "value"), [("name", "No Name"), ("description", " "), ("path", "../x")])
async def test_what_is_refused_stays_in_the_form(server: Served, field: str, value: str) -> None:
    form = {
        "name": "look-twice",
        "description": "Use it.",
        "body": "Words of mine.",
        "path": "a.md",
        "content": "x",
    }
    html = await post(server, f"{LIST}/new", 422, **form | {field: value})
    assert "Nothing was saved" in html
    assert "Words of mine." in html
    assert "look-twice" not in shown(await page(server))


async def test_a_deleted_skill_comes_back_as_it_was(server: Served) -> None:
    address = address_of(await page(server), "plan-and-delegate")
    html = await post(server, f"{address}/delete")
    assert shown(await page(server)) == ["answer-with-evidence"]
    token = re.search(r'name="token" value="([^"]+)"', html)
    assert token is not None
    await post(server, f"{LIST}/undo", token=token[1])
    assert shown(await page(server)) == ["plan-and-delegate", "answer-with-evidence"]


async def test_an_import_shows_what_was_changed_and_stores_nothing_before_it_is_saved(server: Served) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(
            "s/SKILL.md", "---\nname: Look Twice\ndescription: Use it.\nlicense: MIT\n---\nLook."
        )
        archive.writestr("s/a.md", "A <b>file</b>")
    reply = await server.client.post(f"{LIST}/import", files={"file": ("s.zip", held.getvalue())})
    assert reply.status_code == 200, reply.text
    assert "is not possible; &#34;look-twice&#34; was taken" in reply.text
    assert "A &lt;b&gt;file&lt;/b&gt;" in reply.text
    assert "look-twice" not in shown(await page(server))
    came_with = re.search(r'name="came_with" value="([^"]+)"', reply.text)
    assert came_with is not None
    form = {"name": "look-twice", "description": "Use it.", "body": "Look.", "enabled": "on"}
    html = await post(server, f"{LIST}/new", **form, came_with=came_with[1].replace("&#34;", '"'))
    assert "MIT" in await page(server, address_of(html, "look-twice"))
    refused = await server.client.post(f"{LIST}/import", files={"file": ("s.zip", b"PK\x03\x04")})
    assert refused.status_code == 422
    assert "damaged" in refused.text
