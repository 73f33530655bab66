"""The one place that knows how to run a program where it can do no harm: bubblewrap, and never anything less.

The program sees /usr and the files that it was given, read-only, and an empty working directory; it has no network, no
sight of other processes, no capabilities, and an environment made from nothing. When the probe fails, nothing runs.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app import sandbox_probe as probe
from app import seccomp

#: Seconds between the request to end and the end.
_GRACE = 2.0
#: Seconds that the result of the probe holds.
_PROBE_HOLDS = 300.0
_PROBE_TIMEOUT = 10.0
#: Bytes.
_SCRATCH = 64 * 2**20
_SHARED_MEMORY = 16 * 2**20
_LARGEST_FILE = 64 * 2**20
_MOST_PROCESSES = 256
#: Files up to this many bytes are handed over as they are: whoever runs them needs no right to read where they lie.
_HANDED_OVER = 8 * 2**20
_PIECE = 64 * 1024
#: As root, programs run as nobody that anything else on the machine runs as.
_ACCOUNT = 64_989

_FEW_OF_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "ssl/openssl.cnf")
_MERGED = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_BASE = {"PATH": "/usr/local/bin:/usr/bin:/usr/sbin", "LANG": "C.UTF-8", "HOME": "/work", "TMPDIR": "/work"}


@dataclass(frozen=True)
class Ended:
    """A program that ended, or was ended: `fault` is timed_out or too_large, and then its exit code says nothing."""

    exit_code: int | None
    output: bytes
    errors: bytes
    fault: str = ""


class Sandbox:
    """Runs programs. One serves a whole process; programs end with it."""

    def __init__(self) -> None:
        self._trouble = ""
        self._probed = 0.0
        self._probing = asyncio.Lock()

    async def trouble(self) -> str:
        """Return why nothing can be run, and what helps; nothing when it works. Asked again every few minutes."""
        async with self._probing:
            if not self._probed or time.monotonic() - self._probed > _PROBE_HOLDS:
                self._trouble = await self._probe()
                self._probed = time.monotonic()
        return self._trouble

    async def run(
        self,
        argv: Sequence[str],
        *,
        input: bytes = b"",
        environment: dict[str, str],
        seconds: float,
        most: int,
        files: Sequence[Path] = (),
    ) -> Ended:
        """Run a program to its end; whatever it started ends with it, also when this call is cancelled.

        After `seconds` it is asked to end, and made to two seconds later. More than `most` bytes of output,
        or of errors, end it at once. `files` are there under their own names. Raises ValueError when an argument or a
        variable has a NUL, which no program can be given.
        """
        if any("\0" in each for each in (*argv, *environment, *environment.values())):
            raise ValueError("An argument or a variable has a NUL.")
        with _opened(_options(environment, files), files) as (options, descriptors):
            process = await asyncio.create_subprocess_exec(
                *_drop_rights(), "bwrap", "--args", str(options), "--", *argv,
                stdin=PIPE, stdout=PIPE, stderr=PIPE, env={"PATH": os.defpath}, pass_fds=descriptors,
            )  # fmt: skip
        try:
            return await _to_its_end(process, input, seconds, most)
        finally:
            if process.returncode is None:
                process.kill()
            await asyncio.shield(_gone(process))

    async def _probe(self) -> str:
        missing = next((each for each in ("bwrap", *_drop_rights()[:1]) if shutil.which(each) is None), None)
        if missing is not None:
            return probe.MISSING[missing]
        if seccomp.program() is None:
            return probe.UNKNOWN_MACHINE
        ended = await self.run(
            ["/bin/sh", "-c", probe.SCRIPT], environment={}, seconds=_PROBE_TIMEOUT, most=_PIECE
        )
        return probe.fault(ended.exit_code, ended.output.decode(), ended.errors.decode("utf-8", "replace"))


def _drop_rights() -> list[str]:
    """Return what stands before bwrap: limits, and as root another account."""
    limits = ["prlimit", f"--fsize={_LARGEST_FILE}", "--core=0"]
    if os.geteuid() != 0:
        return limits
    account = ["setpriv", f"--reuid={_ACCOUNT}", f"--regid={_ACCOUNT}", "--clear-groups", "--inh-caps=-all"]
    # Counted for an account: that of a person has more processes than these.
    return [*account, *limits, f"--nproc={_MOST_PROCESSES}"]


def _options(environment: dict[str, str], files: Sequence[Path]) -> list[str]:
    """Return the profile, but for what goes by a descriptor. Each way out is named: `--unshare-all` only tries."""
    options = [
        "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--unshare-cgroup-try",
        "--disable-userns", "--cap-drop", "ALL", "--new-session", "--die-with-parent", "--hostname", "sandbox",
        "--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev",
        "--size", str(_SHARED_MEMORY), "--tmpfs", "/dev/shm",
        "--size", str(_SCRATCH), "--tmpfs", "/work", "--symlink", "work", "/tmp",
    ]  # fmt: skip
    for name in _MERGED:
        found = Path("/", name)
        if found.is_symlink():
            options += ["--symlink", f"usr/{name}", str(found)]
        elif found.is_dir():
            options += ["--ro-bind", str(found), str(found)]
    for name in _FEW_OF_ETC:
        options += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    for file in files:
        if not _is_there_anyway(file) and not _is_handed_over(file):
            options += ["--ro-bind", str(file), str(file)]
    options += ["--chdir", "/work", "--clearenv"]
    for name, value in (_BASE | environment).items():
        options += ["--setenv", name, value]
    return options


@contextlib.contextmanager
def _opened(options: list[str], files: Sequence[Path]) -> Iterator[tuple[int, list[int]]]:
    """Lend the descriptors for one program: the options, the filter, and the files that are handed over.

    Nothing of it is on a command line, which everybody on the machine can read.
    """
    with contextlib.ExitStack() as open_files:

        def kept(descriptor: int) -> int:
            open_files.callback(os.close, descriptor)
            return descriptor

        descriptors = []
        for file in files:
            if not _is_there_anyway(file) and _is_handed_over(file):
                descriptors.append(kept(os.open(file, os.O_RDONLY)))
                options = [*options, "--perms", "0555", "--ro-bind-data", str(descriptors[-1]), str(file)]
        descriptors.append(kept(_memory(seccomp.program() or b"")))
        options = [*options, "--remount-ro", "/dev", "--remount-ro", "/", "--seccomp", str(descriptors[-1])]
        descriptors.append(kept(_memory(b"".join(os.fsencode(each) + b"\0" for each in options))))
        yield descriptors[-1], descriptors


def _memory(content: bytes) -> int:
    descriptor = os.memfd_create("popagent")
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _is_there_anyway(file: Path) -> bool:
    return file.parts[1] in ("usr", *_MERGED)


def _is_handed_over(file: Path) -> bool:
    return file.is_file() and file.stat().st_size <= _HANDED_OVER


async def _to_its_end(process: Process, input: bytes, seconds: float, most: int) -> Ended:
    assert process.stdout is not None
    assert process.stderr is not None
    output, errors = bytearray(), bytearray()
    reading = [
        asyncio.create_task(_read(process.stdout, output, most)),
        asyncio.create_task(_read(process.stderr, errors, most)),
    ]
    feeding = asyncio.create_task(_feed(process, input))
    fault = ""
    try:
        async with asyncio.timeout(seconds):
            for read in asyncio.as_completed(reading):
                if not await read:
                    return Ended(None, bytes(output[:most]), bytes(errors[:most]), "too_large")
            await process.wait()
    except TimeoutError:
        fault = "timed_out"
        await _ask_to_end(process)
    finally:
        for task in (*reading, feeding):
            task.cancel()
        await asyncio.gather(*reading, feeding, return_exceptions=True)
    return Ended(None if fault else process.returncode, bytes(output), bytes(errors), fault)


async def _gone(process: Process) -> None:
    """Wait until a process that ends is gone, with its pipes: all that held them ends with it."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.close()
    for stream in (process.stdout, process.stderr):
        while await stream.read(_PIECE):
            pass
    await process.wait()


async def _read(stream: asyncio.StreamReader, into: bytearray, most: int) -> bool:
    """Read to the end; False as soon as there is more than `most`."""
    while piece := await stream.read(_PIECE):
        into += piece
        if len(into) > most:
            return False
    return True


async def _feed(process: Process, input: bytes) -> None:
    """Write the input while the output is read; a program need not read it."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(input)
        await process.stdin.drain()
        process.stdin.close()
        await process.stdin.wait_closed()


async def _ask_to_end(process: Process) -> None:
    """Send TERM to what runs in the sandbox and give it two seconds; the end of bwrap is the end of the rest."""
    for first in _children(process.pid):
        for program in _children(first):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(program, signal.SIGTERM)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_GRACE):
            await process.wait()


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
