"""What runs in the sandbox can do nothing, and nothing of it survives: real bubblewrap, real processes."""

import asyncio
import os
import socket
import time
from pathlib import Path

import pytest

from app import sandbox_probe
from app.sandbox import Ended, Sandbox
from tests.web.talking import until

MOST = 64 * 1024


@pytest.fixture
def sandbox() -> Sandbox:
    return Sandbox()


async def sh(sandbox: Sandbox, script: str, *, seconds: float = 20, input: bytes = b"") -> Ended:
    return await sandbox.run(
        ["/bin/sh", "-c", script], input=input, environment={"GIVEN": "yes"}, seconds=seconds, most=MOST
    )


async def gone(mark: str) -> None:
    """Wait until no process has `mark` on its command line."""

    async def nobody() -> bool:
        return not any(mark in line for line in _command_lines())

    await until(nobody)


def _command_lines() -> list[str]:
    lines = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(each.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return lines


async def test_the_probe_finds_no_fault_and_says_so_at_once_the_second_time(sandbox: Sandbox) -> None:
    assert await sandbox.trouble() == ""
    began = time.perf_counter()
    await sandbox.trouble()
    assert time.perf_counter() - began < 0.005


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("NoNewPrivs:1\nSeccomp:0", "Seccomp is 0"),
        ("NoNewPrivs:1\nSeccomp:2\nCapEff:1fffeffffff", "capabilities"),
        ("NoNewPrivs:1\nSeccomp:2\nCapEff:0\nnet:{net}", "net namespace"),
        ("NoNewPrivs:1\nSeccomp:2\nCapEff:0\nwritable:/usr", "writable /usr"),
        ("NoNewPrivs:1\nSeccomp:2\nCapEff:0\nvariable:DATABASE_URL", "variable DATABASE_URL"),
        ("NoNewPrivs:1\nSeccomp:2\nCapEff:0\ninterface:eth0", "interface eth0"),
    ],
)
def test_each_hole_is_a_fault(said: str, fault: str) -> None:
    said = said.format(net=os.readlink("/proc/self/ns/net"))
    assert fault in sandbox_probe.fault(0, f"{said}\nend", "")


@pytest.mark.parametrize(
    ("errors", "cure"),
    [
        ("bwrap: No permissions to create new namespace", "Docker"),
        ("bwrap: setting up uid map: Permission denied", "apparmor_restrict_unprivileged_userns"),
        ("bwrap: Failed to make / slave: Permission denied", "AppArmor"),
        ("bwrap: something new", "something new"),
    ],
)
def test_a_machine_that_does_not_let_it_is_told_with_a_cure(errors: str, cure: str) -> None:
    assert cure in sandbox_probe.fault(1, "", errors)


async def test_without_bubblewrap_nothing_runs_and_the_cure_is_named(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt install bubblewrap" in await sandbox.trouble()


async def test_it_sees_no_files_of_this_machine_but_programs(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    ended = await sh(sandbox, f"ls /root /home /var /run {tmp_path} /etc/shadow /etc/passwd; pwd; ls -A")
    assert ended.output.decode().split() == ["/work"], "an empty working directory, and nothing else"


async def test_it_can_write_to_its_working_directory_alone_and_not_without_end(sandbox: Sandbox) -> None:
    ended = await sh(
        sandbox,
        "for each in / /usr /etc /proc/sys /dev; do (: > $each/x) 2>/dev/null && echo $each; done;"
        " echo fine > x && cat x; head -c 200000000 /dev/zero > big 2>/dev/null || echo full",
    )
    assert ended.output.decode().split() == ["fine", "full"]


async def test_it_has_no_rights_and_gets_none(sandbox: Sandbox) -> None:
    ended = await sh(
        sandbox,
        "id -u; grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/self/status;"
        " unshare --user true || echo no-namespace; mount -t tmpfs none /work || echo no-mount",
    )
    lines = ended.output.decode().split()
    assert lines[0] != "0"
    assert lines[1:7] == ["CapEff:", "0000000000000000", "NoNewPrivs:", "1", "Seccomp:", "2"]
    assert lines[7:] == ["no-namespace", "no-mount"]


async def test_it_sees_no_environment_and_no_process_of_ours(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://canary")
    ended = await sh(sandbox, "env | cut -d= -f1 | sort; ls /proc | grep -c '^[0-9]'")
    *names, count = ended.output.decode().split()
    assert set(names) == {"GIVEN", "HOME", "LANG", "PATH", "PWD", "TMPDIR"}
    assert int(count) < 10


async def test_it_reaches_no_network_and_no_socket(sandbox: Sandbox, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "s"))
        local.listen()
        script = (
            "import socket\n"
            f"for family, address in ((2, ('127.0.0.1', {server.getsockname()[1]})), (1, '{tmp_path}/s')):\n"
            "    try: socket.socket(family).connect(address); print('reached')\n"
            "    except OSError as error: print(type(error).__name__)\n"
        )
        ended = await sandbox.run(
            ["/usr/bin/env", "python3", "-c", script], environment={}, seconds=20, most=MOST
        )
    if ended.exit_code == 127:
        pytest.skip("no python3 in /usr")
    assert ended.output.decode().split() == ["ConnectionRefusedError", "FileNotFoundError"], ended.errors


async def test_a_file_that_it_is_given_is_there_under_its_name_wherever_that_is(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    tmp_path.chmod(0o700)
    script = tmp_path / "hello"
    script.write_text("#!/bin/sh\necho hello; echo x >> $0\n")
    script.chmod(0o700)
    ended = await sandbox.run([str(script)], environment={}, seconds=20, most=MOST, files=[script])
    assert (ended.output, script.read_text().count("x >>")) == (b"hello\n", 1)
    assert b"cannot create" in ended.errors


async def test_it_reads_its_input_while_its_output_is_read(sandbox: Sandbox) -> None:
    ended = await sandbox.run(
        ["/bin/cat"], input=b"x" * 1_000_000, environment={}, seconds=20, most=2_000_000
    )
    assert ended == Ended(0, b"x" * 1_000_000, b"")
    unread = await sh(sandbox, "exec 0<&-; sleep 0.1; echo done", input=b"x" * 1_000_000)
    assert unread.output == b"done\n", "it need not read it"


@pytest.mark.parametrize("stream", ["1", "2"])
async def test_a_hundred_megabytes_end_it_and_fill_no_memory(sandbox: Sandbox, stream: str) -> None:
    ended = await sh(
        sandbox, f"echo mark-of-{stream}-flood >/dev/null; head -c 100000000 /dev/zero >&{stream}; sleep 60"
    )
    assert (ended.fault, ended.exit_code) == ("too_large", None)
    assert max(len(ended.output), len(ended.errors)) == MOST
    await gone(f"mark-of-{stream}-flood")


async def test_one_that_sleeps_is_asked_to_end_and_may_tidy_up(sandbox: Sandbox) -> None:
    ended = await sh(sandbox, "trap 'echo tidy; exit 0' TERM; sleep 600 & wait", seconds=0.3)
    assert (ended.fault, ended.output) == ("timed_out", b"tidy\n")


async def test_one_that_does_not_listen_is_ended_with_all_that_it_started(sandbox: Sandbox) -> None:
    began = time.monotonic()
    ended = await sh(
        sandbox,
        "trap '' TERM; (setsid sh -c 'trap \"\" TERM; sleep 7654.1' &); sh -c '(sleep 7654.1 &)'; sleep 7654.1",
        seconds=0.3,
    )
    assert ended.fault == "timed_out"
    assert time.monotonic() - began < 10
    await gone("7654.1")


async def test_a_child_that_holds_the_pipe_holds_nothing_up(sandbox: Sandbox) -> None:
    ended = await sh(sandbox, "(setsid sleep 7654.2 &); echo done")
    assert (ended.output, ended.fault) == (b"done\n", "")
    await gone("7654.2")


async def test_what_is_cancelled_leaves_nothing(sandbox: Sandbox) -> None:
    running = asyncio.create_task(sh(sandbox, "setsid sleep 7654.3 & sleep 7654.3"))

    async def runs() -> bool:
        return any(line.startswith("sleep 7654.3") for line in _command_lines())

    await until(runs)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await gone("7654.3")


async def test_what_it_is_given_is_on_no_command_line(sandbox: Sandbox) -> None:
    running = asyncio.create_task(
        sandbox.run(["/bin/sleep", "7654.4"], environment={"KEY": "canary-in-env"}, seconds=20, most=MOST)
    )
    seen: list[str] = []

    async def runs() -> bool:
        seen[:] = [line for line in _command_lines() if "7654.4" in line]
        return any(line.startswith("/bin/sleep") for line in seen)

    await until(runs)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert not any("canary" in line for line in seen)


async def test_a_nul_is_refused_before_anything_starts(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="NUL"):
        await sandbox.run(["/bin/true"], environment={"A": "x\0--bind"}, seconds=1, most=1)
