"""Every command of the README is run, as it stands there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.helpers import ROOT, Popagent

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```\n(.*?)^```", README, re.M | re.S)
#: Run by CI itself, and configuration that is no command.
ELSEWHERE = {"make run", "make test"}


def _commands(block: str) -> str:
    return block.replace(".venv/bin/popagent", "popagent").replace(".venv/bin/python", "python")


def test_the_two_commands_come_first_and_ci_runs_them() -> None:
    assert [block.strip() for block in BLOCKS[:2]] == ["make run", "make test"]
    assert "make test" in (ROOT / ".ci" / "run").read_text()


@pytest.fixture
def shell(popagent: Popagent, tmp_path: Path) -> dict[str, str]:
    """An environment in which `popagent` and `python` are those of this checkout."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, run in (("python", "exec"), ("popagent", "exec")):
        module = " -m app" if name == "popagent" else ""
        (programs / name).write_text(f'#!/bin/sh\n{run} {shlex.quote(sys.executable)}{module} "$@"\n')
        (programs / name).chmod(0o755)
    return popagent.environment | {"PATH": f"{programs}:{popagent.environment['PATH']}"}


def test_the_commands_for_the_data_work(popagent: Popagent, shell: dict[str, str], tmp_path: Path) -> None:
    about_data = [block for block in BLOCKS if "bin/popagent" in block]
    assert len(about_data) >= 3
    assert popagent.run("memory", "add", "Drinks mate in the morning").returncode == 0
    script = "set -e\n" + "".join(_commands(block) for block in about_data)
    done = subprocess.run(
        ["bash", "-c", script],
        env=shell,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Drinks mate" in done.stdout
    assert "resource_id" in done.stdout
    assert "create table" in (tmp_path / "popagent.sql").read_text().lower()
    assert (tmp_path / "observability.sql").stat().st_size > 0


def test_the_example_request_is_answered(popagent: Popagent, shell: dict[str, str], tmp_path: Path) -> None:
    (request,) = [block for block in BLOCKS if block.startswith("curl")]
    with popagent.serving():
        script = request.replace("http://127.0.0.1:8420", popagent.url)
        done = subprocess.run(["bash", "-c", script], env=shell, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert '"type":"text-delta"' in done.stdout
    assert done.stdout.rstrip().endswith("data: [DONE]")


def test_every_block_is_accounted_for() -> None:
    known = ("make ", "popagent", ".venv/bin/popagent", "PATH=", "curl", "NINEROUTER_URL=", "sql/ ")
    for block in BLOCKS:
        assert block.startswith(known), block
