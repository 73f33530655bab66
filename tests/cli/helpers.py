"""Servers on throw-away data directories: who runs there, and the end of all of them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.programs import serves
from app.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
QUICK = {"fsync": "off", "full_page_writes": "off"}


def postmaster(data_dir: Path) -> int | None:
    """The process number of the server that runs on the directory's cluster."""
    cluster = data_dir / "postgresql"
    try:
        pid = int((cluster / "postmaster.pid").read_text().split("\n")[0])
    except (OSError, ValueError):
        return None
    return pid if serves(pid, cluster) else None


def until(condition: Callable[[], object], seconds: float = 30) -> None:
    """Return when the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true"
        os.sched_yield()


def kill(data_dir: Path, number: signal.Signals = signal.SIGKILL) -> int:
    """Send a signal to the server of the directory, and return its number when it is gone."""
    pid = postmaster(data_dir)
    assert pid is not None
    os.kill(pid, number)
    until(lambda: not serves(pid, data_dir / "postgresql"))
    return pid


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Popagent:
    """The command line as its owner runs it: one data directory, an environment, a folder without .env."""

    data_dir: Path
    folder: Path

    def __post_init__(self) -> None:
        ours = set(Settings.environment_names())
        self.environment = {name: value for name, value in os.environ.items() if name not in ours}
        self.environment |= {
            "PYTHONPATH": str(ROOT),
            "POPAGENT_DATA_DIR": str(self.data_dir),
            "POPAGENT_PORT": str(free_port()),
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.environment['POPAGENT_PORT']}"

    def start(self, *arguments: str, **names: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "app", *arguments],
            cwd=self.folder,
            env=self.environment | names,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **names: str) -> "subprocess.CompletedProcess[str]":
        with self.start(*arguments, **names) as process:
            try:
                out, err = process.communicate(timeout=90)
            finally:
                process.kill()
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    @contextmanager
    def serving(self, **names: str) -> Iterator["subprocess.Popen[str]"]:
        """A server that said that it is ready."""
        with self.start("serve", **names) as process:
            try:
                assert process.stdout
                line = process.stdout.readline()
                if line.startswith("A key for secrets was made"):  # at the first start of a data directory
                    line = process.stdout.readline()
                assert line == f"popagent is ready at {self.url}\n", line + (
                    process.communicate()[1] if not line else ""
                )
                yield process
            finally:
                process.kill()


def end(process: "subprocess.Popen[str]", number: signal.Signals) -> tuple[int, str]:
    """Send the signal; the exit status and what the process complained about."""
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    return process.returncode, err
