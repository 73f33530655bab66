"""The other commands: doctor, psql, dsn, migrate, worker."""

import signal

import psycopg
import pytest

from tests.cli.helpers import Popagent, end, kill, postmaster


def test_doctor_on_an_untouched_machine_warns_and_makes_nothing(popagent: Popagent) -> None:
    done = popagent.run("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    assert "warn  data folder" in done.stdout
    assert "cure: make run, or popagent serve" in done.stdout
    assert not popagent.data_dir.exists()


def test_doctor_finds_all_well_after_a_migration_and_stops_what_it_started(popagent: Popagent) -> None:
    assert popagent.run("migrate").returncode == 0
    done = popagent.run("doctor")
    assert done.returncode == 0
    for line in (
        "application database",
        "application schema",
        "text search",
        "configuration",
        "observability schema",
        "clock",
    ):
        assert f"ok    {line}" in done.stdout
    assert postmaster(popagent.data_dir) is None


def test_doctor_names_a_server_that_does_not_start(popagent: Popagent) -> None:
    assert popagent.run("dsn").returncode == 0
    kill(popagent.data_dir)
    (popagent.data_dir / "postgresql" / "postgresql.conf").write_text("shared_buffers = canary\n")
    done = popagent.run("doctor")
    assert done.returncode == 1
    assert "fail  embedded server" in done.stdout
    assert 'invalid value for parameter "shared_buffers"' in done.stdout


def test_doctor_names_cause_and_cure_of_databases_that_do_not_answer(popagent: Popagent) -> None:
    here = f"postgresql://me:canary@127.0.0.1:{popagent.environment['POPAGENT_PORT']}"
    done = popagent.run("doctor", DATABASE_URL=f"{here}/a", OBSERVABILITY_DATABASE_URL=f"{here}/b")
    assert done.returncode == 1
    assert "fail  application database" in done.stdout
    assert "cause: connection" in done.stdout
    assert "cure: start it, or correct DATABASE_URL" in done.stdout
    assert "canary" not in done.stdout + done.stderr


def test_doctor_names_a_gateway_that_does_not_answer(popagent: Popagent) -> None:
    done = popagent.run(
        "doctor", NINEROUTER_URL=f"http://me:canary@127.0.0.1:{popagent.environment['POPAGENT_PORT']}/v1"
    )
    assert done.returncode == 1
    assert "fail  gateway" in done.stdout
    assert "canary" not in done.stdout + done.stderr


def test_doctor_says_which_value_is_malformed(popagent: Popagent) -> None:
    done = popagent.run("doctor", POPAGENT_SECRET_KEY="canary")
    assert done.returncode == 1
    assert (
        "fail  settings                 POPAGENT_SECRET_KEY should be base64 of exactly 32 bytes"
        in done.stdout
    )
    assert "canary" not in done.stdout + done.stderr


def test_dsn_leads_to_a_server_that_stays_until_a_serve_ends(popagent: Popagent) -> None:
    for option, name in (((), "popagent"), (("--observability",), "popagent_observability")):
        done = popagent.run("dsn", *option)
        assert (done.returncode, done.stderr) == (0, "")
        with psycopg.connect(done.stdout.strip()) as database:
            assert database.info.dbname == name
    assert popagent.run("psql", "-Atc", "select 1").stdout == "1\n"
    assert postmaster(popagent.data_dir)
    with popagent.serving() as server:
        assert popagent.run("dsn").returncode == 0
        assert end(server, signal.SIGINT) == (130, "")
    assert postmaster(popagent.data_dir) is None


def test_dsn_prints_what_was_given_and_starts_nothing(popagent: Popagent) -> None:
    one, other = "postgresql://a:b@h/one", "postgresql://a:b@h/other"
    given = {"DATABASE_URL": one, "OBSERVABILITY_DATABASE_URL": other}
    assert popagent.run("dsn", **given).stdout == f"{one}\n"
    assert popagent.run("dsn", "--observability", **given).stdout == f"{other}\n"
    assert not popagent.data_dir.exists()


def test_psql_gets_its_arguments_and_gives_its_status(popagent: Popagent) -> None:
    done = popagent.run("psql", "--no-psqlrc", "-At", "-v", "n=4", "-c", "select current_database(), -1")
    assert (done.stdout, done.stderr) == ("popagent|-1\n", "")
    assert popagent.run("psql", "--observability", "-Atc", "select current_database()").stdout == (
        "popagent_observability\n"
    )
    assert popagent.run("psql", "-v", "ON_ERROR_STOP=1", "-c", "select nothing").returncode == 1
    assert postmaster(popagent.data_dir) is None


def test_psql_goes_where_the_settings_say_whatever_else_the_environment_says(popagent: Popagent) -> None:
    elsewhere = {
        "PGHOST": "192.0.2.1",
        "PGHOSTADDR": "192.0.2.1",
        "PGPORT": "1",
        "PGDATABASE": "x",
        "PGUSER": "x",
    }
    popagent.environment |= elsewhere
    assert popagent.run("psql", "-Atc", "select current_user").stdout == "popagent\n"


def test_migrate_says_that_it_is_done_and_does_it_again(popagent: Popagent) -> None:
    for _ in range(2):
        done = popagent.run("migrate")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("Both databases are ready")
    assert postmaster(popagent.data_dir) is None


def test_a_worker_starts_what_it_needs_and_leaves_nothing_running(popagent: Popagent) -> None:
    with popagent.start("worker") as process:
        assert process.stdout
        assert process.stdout.readline() == "popagent worker is ready\n"
        assert end(process, signal.SIGTERM) == (0, "")
    assert postmaster(popagent.data_dir) is None


@pytest.mark.parametrize("arguments", [("nonsense",), ("serve", "--nonsense"), ("dsn", "extra")])
def test_a_wrong_use_is_status_2_with_the_usage(popagent: Popagent, arguments: tuple[str, ...]) -> None:
    done = popagent.run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage:" in done.stderr


def test_the_help_names_every_command(popagent: Popagent) -> None:
    done = popagent.run("--help")
    assert done.returncode == 0
    for command in ("serve", "worker", "migrate", "doctor", "psql", "dsn"):
        assert command in done.stdout
    assert popagent.run("--version").stdout.startswith("popagent ")


def test_a_reader_that_has_enough_is_no_trouble(popagent: Popagent) -> None:
    with popagent.start("doctor") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""
