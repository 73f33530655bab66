"""The key of secrets: made once, never replaced, named when it is missing or wrong, and changed at will."""

import base64
import json
import stat
from urllib.request import Request, urlopen

from tests.cli.helpers import Popagent

NEW = base64.b64encode(b"another key, 32 bytes long, yes!").decode()


def asks(popagent: Popagent, method: str, address: str, **body: str) -> dict[str, object]:
    request = Request(
        popagent.url + address,
        method=method,
        data=json.dumps(body).encode() if body else None,
        headers={"content-type": "application/json"},
    )
    with urlopen(request, timeout=10) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def test_a_key_is_made_once_kept_and_changed(popagent: Popagent) -> None:
    file = popagent.data_dir / "secret.key"
    with popagent.start("serve") as process:
        assert process.stdout
        said = process.stdout.readline()
        assert said.startswith(f"A key for secrets was made: {file}.")
        assert "ready" in process.stdout.readline()
        asks(popagent, "POST", "/api/secrets", name="token", value="sk-CANARY-123")
        process.terminate()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = file.read_text()
    with popagent.start("serve") as process:
        assert process.stdout
        assert "ready" in process.stdout.readline(), "it is made once"
        assert asks(popagent, "GET", "/api/secrets")["off"] is None
        process.terminate()
    assert file.read_text() == kept

    file.unlink()
    with popagent.serving():
        assert "not set" in str(asks(popagent, "GET", "/api/secrets")["off"]), (
            "one that was lost is not replaced"
        )
    assert not file.exists()
    assert "warn  secret key" in popagent.run("doctor").stdout

    listed = popagent.run("secrets", "list", POPAGENT_SECRET_KEY=kept.strip())
    assert listed.stdout.endswith("  token\n")
    assert "CANARY" not in listed.stdout
    wrong = popagent.run("secrets", "rotate", POPAGENT_SECRET_KEY=NEW)
    assert wrong.returncode == 1
    assert "another key" in wrong.stderr
    assert "was encrypted with another key" in popagent.run("doctor", POPAGENT_SECRET_KEY=NEW).stdout
    done = popagent.run(
        "secrets", "rotate", POPAGENT_SECRET_KEY=NEW, POPAGENT_SECRET_KEY_PREVIOUS=kept.strip()
    )
    assert done.stdout.splitlines() == [
        "encrypted anew: token",
        "1 secret changed to the new key. The previous one is not needed any more.",
    ]
    assert "ok    secret key" in popagent.run("doctor", POPAGENT_SECRET_KEY=NEW).stdout


def test_a_file_that_is_no_key_stops_the_start_by_its_name(popagent: Popagent) -> None:
    assert popagent.run("migrate").returncode == 0
    (popagent.data_dir / "secret.key").write_text("canary\n")
    done = popagent.run("serve")
    assert done.returncode == 1
    assert "secret.key should hold base64 of exactly 32 bytes" in done.stderr
    assert "canary" not in done.stderr
