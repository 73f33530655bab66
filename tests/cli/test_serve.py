"""`popagent serve` as its owner runs it: start, reuse, interruption, and plain words when it cannot."""

import os
import signal
import socket
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from app.embedded import Dsns
from tests.cli.helpers import Popagent, end, kill, postmaster, until


def page(popagent: Popagent) -> int:
    with urlopen(popagent.url + "/", timeout=10) as answer:
        status: int = answer.status
        return status


def url_of(dsn: str) -> str:
    """A throw-away database's connection string in the form that the settings take."""
    parts = conninfo_to_dict(dsn)
    return f"postgresql://{parts['user']}@/{parts['dbname']}?host={parts['host']}&port={parts['port']}"


@pytest.fixture
def own(dsns: Dsns) -> dict[str, str]:
    """Databases that are not popagent's to start."""
    return {
        "DATABASE_URL": url_of(dsns.application),
        "OBSERVABILITY_DATABASE_URL": url_of(dsns.observability),
    }


def test_a_first_start_serves_and_ctrl_c_leaves_nothing_running(popagent: Popagent) -> None:
    with popagent.serving() as server:
        assert page(popagent) == 200
        assert postmaster(popagent.data_dir)
        assert end(server, signal.SIGINT) == (130, "")
    assert postmaster(popagent.data_dir) is None


def test_a_second_start_reuses_the_data_and_sigterm_ends_it_as_well(popagent: Popagent) -> None:
    assert popagent.run("psql", "-qc", "create table kept as select 7 as number").stderr == ""
    with popagent.serving() as server:
        assert popagent.run("psql", "-Atc", "select number from kept").stdout == "7\n"
        assert end(server, signal.SIGTERM) == (0, "")
    assert postmaster(popagent.data_dir) is None


def test_an_end_while_it_still_starts_leaves_nothing_running(popagent: Popagent) -> None:
    with popagent.start("serve") as server:
        until(lambda: postmaster(popagent.data_dir))
        assert end(server, signal.SIGTERM) == (0, "")
    until(lambda: postmaster(popagent.data_dir) is None)


def test_after_a_kill_the_next_start_takes_over_the_server_and_stops_it(popagent: Popagent) -> None:
    with popagent.serving() as server:
        end(server, signal.SIGKILL)
    pid = postmaster(popagent.data_dir)
    assert pid
    with popagent.serving() as server:
        assert postmaster(popagent.data_dir) == pid
        assert page(popagent) == 200
        assert end(server, signal.SIGINT) == (130, "")
    assert postmaster(popagent.data_dir) is None


def test_after_a_power_cut_the_next_start_recovers(popagent: Popagent) -> None:
    with popagent.serving() as server:
        end(server, signal.SIGKILL)
        kill(popagent.data_dir)
    # The numbers in the files are those of other processes after a reboot.
    file = popagent.data_dir / "postgresql" / "postmaster.pid"
    file.write_text(file.read_text().replace(file.read_text().split("\n")[0], str(os.getpid()), 1))
    with popagent.serving() as server:
        assert page(popagent) == 200
        assert end(server, signal.SIGTERM) == (0, "")


def test_of_two_starts_at_once_one_wins_and_the_other_says_who(popagent: Popagent, tmp_path: Path) -> None:
    rival = Popagent(popagent.data_dir, tmp_path)
    with popagent.start("serve") as one, rival.start("serve") as other:
        try:
            until(lambda: one.poll() is not None or other.poll() is not None)
            loser, winner, where = (one, other, rival.url) if one.poll() else (other, one, popagent.url)
            assert loser.stdout
            assert loser.stderr
            assert winner.stdout
            assert winner.stdout.readline().startswith("A key for secrets was made")
            assert winner.stdout.readline() == f"popagent is ready at {where}\n"
            assert (loser.returncode, loser.stdout.read()) == (1, "")
            assert loser.stderr.read() == (
                f"popagent: {popagent.data_dir} is already served by popagent (pid {winner.pid}) at {where}:"
                " stop that one, or choose another POPAGENT_DATA_DIR\n"
            )
        finally:
            for server in (one, other):
                end(server, signal.SIGTERM)


def test_a_port_that_is_taken_is_named_before_anything_starts(popagent: Popagent) -> None:
    port = popagent.environment["POPAGENT_PORT"]
    with socket.create_server(("127.0.0.1", int(port))):
        done = popagent.run("serve")
    assert done.returncode == 1
    assert done.stderr == f"popagent: port {port} is already in use: set POPAGENT_PORT to a free one\n"
    assert not (popagent.data_dir / "postgresql").exists()


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_machine_is_refused_by_the_variables_name(
    popagent: Popagent, host: str
) -> None:
    done = popagent.run("serve", POPAGENT_HOST=host, POPAGENT_API_KEY="k")
    assert done.returncode == 1
    assert done.stderr.startswith("popagent: POPAGENT_HOST should be an address")


@pytest.mark.parametrize("command", ["serve", "worker", "migrate", "psql", "dsn"])
def test_a_malformed_value_ends_every_command_with_one_line_without_it(
    popagent: Popagent, command: str
) -> None:
    done = popagent.run(command, POPAGENT_PORT="canary")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "popagent: POPAGENT_PORT should be a whole number from 1 to 65535\n"


def test_the_file_beside_it_is_read(popagent: Popagent) -> None:
    (popagent.folder / ".env").write_text("POPAGENT_API_KEY=\n")
    done = popagent.run("serve")
    assert done.returncode == 1
    assert done.stderr.startswith("popagent: POPAGENT_API_KEY should be printable ASCII")


def test_data_that_cannot_be_written_are_one_line(popagent: Popagent) -> None:
    popagent.data_dir.write_text("a file")
    for command in ("serve", "dsn"):
        done = popagent.run(command)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith(f"popagent: {popagent.data_dir}")


@pytest.mark.parametrize(
    ("gone", "named"),
    [
        ("delete from popagent_agent_runtime_settings", "popagent_agent_runtime_settings"),
        ("delete from popagent_memory_embedding_settings", "popagent_memory_embedding_settings"),
        (
            "delete from popagent_agents where id in ('popagent', 'reviewer')",
            "popagent_agents (popagent), popagent_agents (reviewer)",
        ),
    ],
)
def test_a_row_that_is_gone_stops_the_start_by_its_name_and_is_not_made_anew(
    popagent: Popagent, own: dict[str, str], dsns: Dsns, gone: str, named: str
) -> None:
    with psycopg.connect(dsns.application) as database:
        database.execute(gone)
    for _ in range(2):
        done = popagent.run("serve", **own)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            f"popagent: the configuration is incomplete: nothing is stored in {named}."
            " popagent makes such a row only once: restore it from a backup\n"
        )
    assert popagent.run("migrate", **own).returncode == 0
    told = popagent.run("doctor", **own)
    assert told.returncode == 1
    assert f"fail  configuration            {named}\n" in told.stdout


def test_with_databases_of_ones_own_nothing_embedded_starts(popagent: Popagent, own: dict[str, str]) -> None:
    with popagent.serving(**own) as server:
        assert page(popagent) == 200
        assert end(server, signal.SIGINT) == (130, "")
    assert not popagent.data_dir.exists()


def test_one_database_for_both_is_found_out_by_asking_it(popagent: Popagent, own: dict[str, str]) -> None:
    # Another spelling of the same folder: the text alone does not tell.
    own["OBSERVABILITY_DATABASE_URL"] = own["DATABASE_URL"].replace("host=/", "host=//")
    done = popagent.run("serve", **own)
    assert done.returncode == 1
    assert done.stderr == "popagent: OBSERVABILITY_DATABASE_URL leads to the same database as DATABASE_URL\n"


def test_a_database_that_is_not_there_is_named_without_its_password(
    popagent: Popagent, own: dict[str, str]
) -> None:
    own["OBSERVABILITY_DATABASE_URL"] = (
        f"postgresql://me:canary@127.0.0.1:{popagent.environment['POPAGENT_PORT']}/x"
    )
    done = popagent.run("migrate", **own)
    assert done.returncode == 1
    assert done.stderr.startswith("popagent: OBSERVABILITY_DATABASE_URL cannot be reached: ")
    assert done.stderr.count("\n") == 1
    assert "canary" not in done.stderr
