import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.helpers import Popagent, postmaster


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    """A place for data that does not exist yet; a server that a failed test left there is ended."""
    folder = tmp_path / "data"
    yield folder
    pid = postmaster(folder)
    if pid:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGQUIT)


@pytest.fixture
def popagent(data_dir: Path, tmp_path: Path) -> Popagent:
    return Popagent(data_dir, tmp_path)
