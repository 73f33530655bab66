"""Settings: what each value may look like, and that no complaint shows one."""

import base64
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings import Settings, SettingsError, load

NO_FILE = Path("/nonexistent/.env")
KEY = base64.b64encode(bytes(range(32))).decode()
HERE = "postgresql://me:canary@127.0.0.1:5433/popagent"
THERE = "postgresql://me:canary@127.0.0.1:5435/popagent_observability"

MALFORMED = {
    "DATABASE_URL": [
        "mysql://canary@h/db",
        "canary",
        "postgresql://h:canary/db",
        "postgresql://u:p/canary@h/db",
        "postgresql://u:p@canary@h/db",
        "postgresql://u:1/canary@h/db",
        "postgresql+canary://h/db",
    ],
    "OBSERVABILITY_DATABASE_URL": ["http://canary/", "postgresql://h/db?canary=1"],
    "NINEROUTER_URL": [
        "canary",
        "ftp://canary/v1",
        "http://",
        "http://canary:99999/v1",
        "http://[canary",
        "http://a canary",
    ],
    "NINEROUTER_API_KEY": ["canary\nx", "canärý", "\t"],
    "POPAGENT_SECRET_KEY": [
        "canary",
        KEY[:-4],
        KEY[:-1],
        KEY + KEY,
        base64.b64encode(b"canary" * 6).decode(),
    ],
    "POPAGENT_SECRET_KEY_PREVIOUS": ["canary"],
    "POPAGENT_API_KEY": ["", " ", "\n", "canary\x01", "canarý"],
    "POPAGENT_WORKSPACE_ROOT": [" "],
    "POPAGENT_DATA_DIR": [" ", "~nobody-by-this-name/x"],
    "SEARXNG_URL": ["canary:8889", "//canary"],
    "POPAGENT_OBSERVABILITY_RETENTION_DAYS": ["0", "-1", "1.5", "canary", "1e3", "99999999999"],
    "POPAGENT_OBSERVABILITY_FEEDBACK_RETENTION_DAYS": ["canary", "٣"],
    "POPAGENT_HOST": ["http://canary", "canary host", "a/b"],
    "POPAGENT_PORT": ["0", "65536", "-1", "canary", "8_420", "84.20", "0x10"],
}


def read(**names: str) -> Settings:
    return load(names, dotenv=NO_FILE)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in MALFORMED for value in MALFORMED[name]]
)
def test_a_malformed_value_is_one_line_that_names_the_variable_and_never_the_value(
    name: str, value: str
) -> None:
    names = {"DATABASE_URL": HERE, "OBSERVABILITY_DATABASE_URL": THERE, name: value}
    with pytest.raises(SettingsError) as caught:
        load(names, dotenv=NO_FILE)
    line = str(caught.value)
    assert line.startswith(f"{name} should be ")
    assert "\n" not in line
    assert "canary" not in line
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_every_name_has_its_malformed_values_here() -> None:
    assert sorted([*MALFORMED, "POSTGRES_PASSWORD"]) == Settings.environment_names()


@given(
    st.text(st.characters(codec="ascii", exclude_characters="\0"), min_size=1),
    st.sampled_from(sorted(MALFORMED)),
)
def test_no_text_at_all_breaks_the_reading(value: str, name: str) -> None:
    with suppress(SettingsError):
        load({name: value}, dotenv=NO_FILE)


def test_nothing_set_gives_the_defaults() -> None:
    settings = read()
    assert (settings.host, settings.port) == ("127.0.0.1", 8420)
    assert settings.database_url is settings.ninerouter_url is settings.api_key is settings.secret_key is None
    assert settings.searxng_url == "http://127.0.0.1:8889"
    assert settings.observability_retention_days == 30
    assert settings.observability_feedback_retention_days == 90
    assert settings.workspace_root == Path.cwd() / "workspace"


@pytest.mark.parametrize(
    ("user", "folder"), [(0, Path("/var/lib/popagent")), (1000, Path.cwd() / ".popagent")]
)
def test_the_data_lie_with_the_system_for_root_and_here_for_others(
    user: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert read().data_dir == folder


@pytest.mark.parametrize("name", sorted(set(MALFORMED) - {"POPAGENT_API_KEY"}))
def test_an_empty_value_counts_as_not_set(name: str) -> None:
    assert read(**{name: ""}) == read()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text('﻿POPAGENT_PORT=1000\nexport POPAGENT_HOST="::1" # here\nUNKNOWN=x\n', encoding="utf-8")
    settings = load({"POPAGENT_PORT": "2000"}, dotenv=file)
    assert (settings.host, settings.port) == ("::1", 2000)


def test_a_file_that_is_no_text_is_refused_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"POPAGENT_PORT=\xff\xfe")
    with pytest.raises(SettingsError, match=r"^\.env should be a readable text file in UTF-8$"):
        load({}, dotenv=file)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("http://127.0.0.1:20128/v1/", "http://127.0.0.1:20128/v1"),
        ("https://h/v1/v1", "https://h/v1"),
        ("https://h/v1/v1///", "https://h/v1"),
        ("http://user:pw@h:1/v1?key=x", "http://user:pw@h:1/v1?key=x"),
        (" http://h ", "http://h"),
        ("http://[::1]:8080/api/v1", "http://[::1]:8080/api/v1"),
    ],
)
def test_the_gateways_address_is_kept_in_one_form(given: str, kept: str) -> None:
    assert read(NINEROUTER_URL=given).ninerouter_url == kept


def test_a_secret_key_may_end_in_a_line_break() -> None:
    assert read(POPAGENT_SECRET_KEY=KEY + "\n").secret_key == bytes(range(32))


def test_one_database_alone_is_refused() -> None:
    with pytest.raises(
        SettingsError, match=r"^OBSERVABILITY_DATABASE_URL should be set together with DATABASE_URL"
    ):
        read(DATABASE_URL=HERE)
    with pytest.raises(SettingsError, match=r"^DATABASE_URL should be set together"):
        read(OBSERVABILITY_DATABASE_URL=THERE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("postgresql://a:b@localhost/x", "postgres://c:d@127.0.0.1:5432/x?sslmode=disable"),
        ("postgresql://a@[::1]:5432/x", "postgresql://a@localhost/x"),
        ("postgresql://a@DB.example/x", "postgresql://b@db.example:5432/x"),
        ("postgresql://a@h", "postgresql://a@h/a"),
        ("postgresql://a@/x?host=/run/pg", "postgresql://b@/x?host=/run/pg&port=5432"),
    ],
)
def test_one_database_given_for_both_is_refused_however_it_is_written(one: str, other: str) -> None:
    with pytest.raises(SettingsError, match=r"^OBSERVABILITY_DATABASE_URL should be another database"):
        read(DATABASE_URL=one, OBSERVABILITY_DATABASE_URL=other)


def test_two_databases_of_one_server_are_two() -> None:
    settings = read(DATABASE_URL="postgres://a@h/x", OBSERVABILITY_DATABASE_URL="postgres://a@h/y")
    assert settings.database_url == "postgres://a@h/x"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "popagent.example", "::ffff:1.2.3.4"])
def test_beyond_this_machine_there_is_no_server_without_a_key(host: str) -> None:
    with pytest.raises(
        SettingsError, match=r"^POPAGENT_HOST should be 127.0.0.1 as long as POPAGENT_API_KEY is not set$"
    ):
        read(POPAGENT_HOST=host)
    assert read(POPAGENT_HOST=host, POPAGENT_API_KEY="k").host == host


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost"])
def test_on_this_machine_a_key_is_not_needed(host: str) -> None:
    assert read(POPAGENT_HOST=host).host == host.strip("[]")


def test_no_secret_is_in_the_settings_own_text() -> None:
    settings = read(
        DATABASE_URL=HERE,
        OBSERVABILITY_DATABASE_URL=THERE,
        NINEROUTER_URL="http://u:canary@h/v1?key=canary",
        NINEROUTER_API_KEY="canary",
        POPAGENT_API_KEY="canary",
        POPAGENT_SECRET_KEY=base64.b64encode(b"canary--" * 4).decode(),
        SEARXNG_URL="http://canary@h",
    )
    assert "canary" not in f"{settings!r} {settings}"
