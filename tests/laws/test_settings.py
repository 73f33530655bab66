"""What can be set, and where it is told."""

import re

from app.settings import Settings
from tests.laws.source import ROOT


def test_the_example_lists_every_name_of_the_environment() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    listed = re.findall(r"^#?([A-Z][A-Z0-9_]*)=", example, re.M)
    assert sorted(listed) == sorted(Settings.environment_names())
