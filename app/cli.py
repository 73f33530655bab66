"""The commands. Each loads what it needs when it runs, so that `popagent --help` is quick."""

import functools
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Annotated, Any
from uuid import UUID

import typer

from app import __version__
from app.errors import Foreseen
from app.redaction import LOG_LINE
from app.settings import load

app = typer.Typer(
    help="popagent: a self-hosted personal agent server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
memory = typer.Typer(help="Long-term memory.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(memory, name="memory")
secrets = typer.Typer(help="Secrets, by their names.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(secrets, name="secrets")
Other = Annotated[bool, typer.Option("--observability", help="The observability database instead.")]


def main() -> None:
    """The console script."""
    logging.basicConfig(format=LOG_LINE, level=logging.WARNING)
    _end_tidily_on_signals()
    app()


def command(
    group: typer.Typer = app, **options: Any
) -> Callable[[Callable[..., int | None]], Callable[..., None]]:
    """A command that ends with its status, or with one line about a foreseeable trouble."""

    def register(function: Callable[..., int | None]) -> Callable[..., None]:
        @functools.wraps(function)
        def guarded(*arguments: Any, **named: Any) -> None:
            try:
                sys.exit(function(*arguments, **named) or 0)
            except KeyboardInterrupt:
                sys.exit(130)
            except BrokenPipeError:
                # Whoever read our output has enough; nothing is left to flush.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                sys.exit(1)
            except Exception as error:
                line = _explained(error)
                if line is None:
                    raise
                print(f"popagent: {line}", file=sys.stderr)
                sys.exit(1)

        return group.command(**options)(guarded)

    return register


@app.callback(invoke_without_command=True)
def options(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        print(f"popagent {__version__}")
        raise typer.Exit


@command()
def serve() -> int:
    """Start everything and serve the pages and the API."""
    settings = load()
    from app import serving

    return serving.serve(settings)


@command()
def worker() -> int:
    """Run background tasks and jobs without serving anything; any number of workers share the work."""
    settings = load()
    from app import working

    return working.work(settings)


@command()
def migrate() -> None:
    """Bring both databases to this release."""
    settings = load()
    from app import databases, schema

    with databases.opened(settings) as dsns:
        databases.check(dsns)
        schema.migrate(dsns.application, dsns.observability)
    print(f"Both databases are ready for popagent {__version__}.")


@command()
def doctor() -> int:
    """Check each part, and name cause and cure of what is wrong."""
    from app import doctor as checks

    return checks.report(load)


@command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def psql(context: typer.Context, observability: Other = False) -> int:
    """Open psql on the database; every further argument is psql's."""
    settings = load()
    from app import binaries, databases

    program = binaries.psql(prefer_wheel=databases.given(settings) is None)
    with databases.opened(settings) as dsns:
        environment = databases.libpq_environment(dsns.observability if observability else dsns.application)
        # At Ctrl-C psql ends its query and goes on, and so must we. A handler, unlike ignoring,
        # is not inherited.
        signal.signal(signal.SIGINT, lambda *_: None)
        return subprocess.run([program, *context.args], env=environment, check=False).returncode


@command()
def dsn(observability: Other = False) -> None:
    """Print the connection string; the embedded server is started and stays up for it."""
    settings = load()
    from app import databases

    with databases.opened(settings, leave=True) as dsns:
        print(dsns.observability if observability else dsns.application)


@command()
def export(
    file: Annotated[Path | None, typer.Argument(help="A new file; without, print.")] = None,
) -> None:
    """Write everything you have here as one file of JSON lines; secrets stay."""
    from app import data_cli

    data_cli.export(load(), file)


@command(name="import")
def import_(
    file: Annotated[
        Path,
        typer.Argument(help="An export of popagent, or the zip or conversations.json of ChatGPT or Claude."),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would come in, and write nothing.")
    ] = False,
    remember: Annotated[
        bool, typer.Option("--remember", help="Make episodes of the exchanges of ChatGPT or Claude.")
    ] = False,
) -> int:
    """Take in an export; nothing that is here is changed, and the same file again adds nothing."""
    from app import data_cli

    return data_cli.import_(load(), file, dry_run, remember)


@command()
def cleanup(
    adopt: Annotated[
        bool, typer.Option("--adopt/--delete", help="What becomes of chat threads without a session.")
    ] = True,
    archived_before: Annotated[
        int | None,
        typer.Option(
            "--archived-before",
            min=0,
            max=36_500,
            metavar="DAYS",
            help="Delete sessions archived so many days ago.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what there is, and change nothing.")
    ] = False,
) -> int:
    """Back up all conversations, then clean up what is left over; memories stay."""
    from app import data_cli

    return data_cli.cleanup(load(), adopt, archived_before, dry_run)


@command(secrets, name="list")
def secrets_list() -> int:
    """List the names of secrets; their values are never shown."""
    from app import secrets_cli

    return secrets_cli.names(load())


@command(secrets, name="rotate")
def secrets_rotate() -> None:
    """Encrypt all secrets under POPAGENT_SECRET_KEY; POPAGENT_SECRET_KEY_PREVIOUS opens those that are left.

    It may be interrupted and begun again at any time.
    """
    from app import secrets_cli

    secrets_cli.rotate(load())


@command(memory, name="search")
def memory_search(query: str, limit: Annotated[int, typer.Option(min=1, max=200)] = 8) -> int:
    """Show what would be recalled for a query, best first."""
    from app import memory_cli

    return memory_cli.search(load(), query, limit)


@command(memory, name="add")
def memory_add(
    content: str,
    key: Annotated[
        str | None, typer.Option(help="Stable name; a later fact with it replaces this one.")
    ] = None,
    importance: Annotated[float, typer.Option(min=0, max=1)] = 0.5,
) -> None:
    """Store a fact."""
    from app import memory_cli

    memory_cli.add(load(), content, key, importance)


@command(memory, name="forget")
def memory_forget(id: UUID) -> None:
    """Delete a memory with its history."""
    from app import memory_cli

    memory_cli.forget(load(), id)


@command(memory, name="export")
def memory_export(
    file: Annotated[Path | None, typer.Argument(help="A new file; without, print.")] = None,
) -> None:
    """Write all memories as JSON lines."""
    from app import memory_cli

    memory_cli.export(load(), file)


@command(memory, name="import")
def memory_import(file: Path) -> None:
    """Take memories from an export; what is there already stays as it is."""
    from app import memory_cli

    memory_cli.import_(load(), file)


def _end_tidily_on_signals() -> None:
    """What a command started is stopped on the way out, also when it is told to end or its terminal goes."""

    def end(_number: int, _frame: FrameType | None) -> None:
        sys.exit(0)

    def hang_up(_number: int, _frame: FrameType | None) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    for number, handler in ((signal.SIGTERM, end), (signal.SIGHUP, hang_up)):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, handler)


def _explained(error: Exception) -> str | None:
    """One line about a trouble that an owner can end; None for a fault of ours."""
    if isinstance(error, Foreseen):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)

    from psycopg import Error

    from app.databases import one_line

    return one_line(error) if isinstance(error, Error) else None
