"""docker-compose.yml and .env.example, as far as text shows it without an engine."""

import re
from pathlib import Path

from app.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")


def test_the_example_lists_every_name_that_is_read_and_no_other() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^#?([A-Z_]+)=", example, re.M)) == Settings.environment_names()


def test_the_example_as_it_stands_sets_nothing() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    assert all(line.startswith("#") or not line for line in lines)


def test_compose_asks_only_for_names_that_are_known() -> None:
    assert set(re.findall(r"\$\{([A-Z_]+)", COMPOSE)) <= set(Settings.environment_names())


def test_compose_demands_a_key_and_a_password() -> None:
    assert "POPAGENT_API_KEY: ${POPAGENT_API_KEY:?" in COMPOSE
    assert COMPOSE.count("POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?") == 2


def test_compose_publishes_on_this_machine_only_and_at_the_known_ports() -> None:
    published = re.findall(r"^ +- ([\d.]*:?[^ ]+:\d+)$", COMPOSE, re.M)
    assert all(each.startswith("127.0.0.1:") for each in published)
    assert {"127.0.0.1:5433:5432", "127.0.0.1:5435:5432", "127.0.0.1:8889:8080"} < set(published)


def test_compose_keeps_the_data_where_the_image_of_version_18_has_them() -> None:
    assert COMPOSE.count("image: postgres:18\n") == 1
    assert re.findall(r"-data:(/\S+)", COMPOSE) == ["/var/lib/postgresql"] * 2


def test_the_image_takes_only_what_it_runs() -> None:
    copied = [word for line in re.findall(r"COPY (.*) \S+$", COMPOSE, re.M) for word in line.split()]
    assert sorted(copied) == sorted(
        ["app", "sql", "templates", "static", "pyproject.toml", "README.md", "LICENSE", "requirements.lock"]
    )


def test_the_locks_name_no_machine_and_hash_every_package() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"https?://|--(extra-)?index|file:", text)
        for package in re.findall(r"^\S+==.*\n.*", text, re.M):
            assert "--hash=sha256:" in package
