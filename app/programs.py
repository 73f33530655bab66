"""Running PostgreSQL's programs: with a bare environment and, when popagent is root, as another user."""

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from app.binaries import Binaries, copied, wheel
from app.errors import Foreseen

ACCOUNT = "popagent-postgres"

_SHELF = Path("/var/cache/popagent")


class AccountError(Foreseen):
    """Root has no unprivileged user to run the server as."""


@dataclass(frozen=True)
class Account:
    """The user that the server runs as."""

    uid: int
    gid: int


def is_root() -> bool:
    """PostgreSQL refuses to run as this user."""
    return os.geteuid() == 0


def service_account() -> Account:
    """The system user of popagent's servers, made when it is missing. Raises AccountError."""
    found = _known()
    if found:
        return found
    nologin = shutil.which("nologin", path="/usr/sbin:/sbin") or "/bin/false"
    for command in (
        f"useradd --system --user-group --no-create-home --home-dir /nonexistent --shell {nologin} {ACCOUNT}",
        f"adduser -S -D -H -h /nonexistent -s {nologin} {ACCOUNT}",
    ):
        name, *arguments = command.split()
        program = shutil.which(name, path="/usr/sbin:/sbin:/usr/bin:/bin")
        if program:
            subprocess.run([program, *arguments], capture_output=True, check=False)
            break
    found = _known()
    if not found:
        raise AccountError(
            f"PostgreSQL does not run as root, and the system user {ACCOUNT} cannot be made:"
            " make it, or run popagent as an ordinary user"
        )
    return found


def _known() -> Account | None:
    try:
        entry = pwd.getpwnam(ACCOUNT)
    except KeyError:
        return None
    return Account(entry.pw_uid, entry.pw_gid)


class Programs:
    """One version's programs, run as `account` (None: as the user that popagent runs as)."""

    def __init__(self, binaries: Binaries, account: Account | None, locale: str) -> None:
        self.account = account
        self._locale = locale
        self._folder = binaries.folder
        try:
            self.run("postgres", "--version")
        except PermissionError:
            if binaries.folder != wheel():
                raise
            self._folder = copied(binaries, _SHELF).folder

    def run(
        self, program: str, *arguments: str, fds: tuple[int, ...] = (), output: IO[bytes] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """What the program said and returned. `output` takes what a server that stays will say."""
        return self._run([str(self._folder / program), *arguments], fds, output)

    @contextmanager
    def named(self, folder: Path) -> Iterator[tuple[str, tuple[int, ...]]]:
        """A name by which the account can reach its folder, and the descriptors that this takes.

        Root may have chosen a place to which the account cannot walk, such as a `mktemp -d`. An
        open descriptor leads there without loosening the permissions of any folder.
        """
        if self.account is None or self._run(["/bin/sh", "-c", 'cd "$1"', "sh", str(folder)]).returncode == 0:
            yield str(folder), ()
            return
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            yield f"/proc/self/fd/{descriptor}", (descriptor,)
        finally:
            os.close(descriptor)

    def give(self, folder: Path) -> None:
        """Makes the account the owner of a folder that popagent just made."""
        if self.account:
            os.chown(folder, self.account.uid, self.account.gid)

    def _run(
        self, command: list[str], fds: tuple[int, ...] = (), output: IO[bytes] | None = None
    ) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": self._locale}
        if "TZ" in os.environ:
            environment["TZ"] = os.environ["TZ"]
        account = self.account
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output or subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
            cwd="/",
            env=environment,
            pass_fds=fds,
            umask=0o077,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )


def serves(pid: int, cluster: Path) -> bool:
    """Whether that process is a server whose working directory is the cluster (a zombie has none)."""
    if sys.platform != "linux":
        command = ["ps", "-o", "stat=,args=", "-p", str(pid)]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return not said.startswith("Z") and str(cluster) in said
    try:
        program = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
        named = os.path.basename(program).startswith(b"postgres")
        return named and os.path.samefile(f"/proc/{pid}/cwd", cluster)
    except PermissionError:
        # A root without ptrace cannot see where another user's process is; the name must do.
        return is_root()
    except OSError:
        return False
