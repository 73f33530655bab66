"""popagent: one person's agent, everything it knows in a PostgreSQL its owner can read."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("popagent")
except PackageNotFoundError:  # run from a checkout that was never installed
    __version__ = "0.0.0"
