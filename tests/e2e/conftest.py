"""A real server, started as its owner starts it, and a real browser, one of each per test process."""

import asyncio
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from app.embedded import Dsns
from tests.e2e.browsing import Troubles, watch
from tests.gateway.scripted import ScriptedGateway
from tests.support import Served, serve, settings

CHROMIUM = "/usr/bin/chromium-headless-shell"
ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = ROOT / "tests" / "artifacts"
_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
_OURS = ("POPAGENT_", "NINEROUTER_", "DATABASE_URL", "OBSERVABILITY_", "SEARXNG_", "POSTGRES_")


class RealServer:
    """`popagent serve` with the demo model, on a data directory of its own."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(_OURS)},
            "POPAGENT_DATA_DIR": str(data),
            "POPAGENT_PORT": str(port),
        }
        self._log = data.with_suffix(".log")
        self._folder = data.parent

    async def start(self) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "app", "serve",
                cwd=ROOT, env=self._environment, stdout=log, stderr=log,
            )  # fmt: skip
        async with asyncio.timeout(60), httpx2.AsyncClient() as client:
            while True:
                if self._process.returncode is not None:
                    raise RuntimeError(self._log.read_text())
                try:
                    await client.get(f"{self.url}/static/app.css")
                except httpx2.TransportError:
                    await asyncio.sleep(0.05)
                else:
                    return

    async def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self._process.returncode is None:
            self._process.terminate()
        await asyncio.wait_for(self._process.wait(), 30)

    async def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        await self._process.wait()

    async def dsn(self) -> str:
        """Return the connection string of its database."""
        asking = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "app",
            "dsn",
            cwd=ROOT,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
        )
        told, _ = await asking.communicate()
        return told.decode().strip()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RealServer]:
    running = RealServer(tmp_path_factory.mktemp("e2e") / "data")
    await running.start()
    yield running
    await running.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if shutil.which(CHROMIUM) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{CHROMIUM} is missing: install Debian's package chromium-headless-shell")
        pytest.skip(f"{CHROMIUM} is missing: install Debian's package chromium-headless-shell")
    async with async_playwright() as playwright:
        # Debian's wrapper and fontconfig decide what `system-ui` is; pictures should not depend on it.
        fonts: dict[str, str | float | bool] = {
            **os.environ,
            "FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf")),
        }
        launched = await playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS, env=fonts)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="session")
async def troubles() -> Troubles:
    """What the browser complained about; a test that means to cause it says so."""
    return Troubles()


@pytest_asyncio.fixture(loop_scope="session")
async def page(server: RealServer, browser: Browser, troubles: Troubles) -> AsyncIterator[Page]:
    """A fresh browser profile before the real server; the test fails if the page did anything it must not."""
    async for one in opened(browser, server.url, troubles):
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def gateway() -> AsyncIterator[ScriptedGateway]:
    """A gateway that sends what the test tells it to."""
    async with ScriptedGateway() as scripted:
        yield scripted


@pytest_asyncio.fixture(loop_scope="session")
async def scripted(dsns: Dsns, gateway: ScriptedGateway, tmp_path: Path) -> AsyncIterator[Served]:
    """A server before that gateway."""
    async with serve(settings(tmp_path, NINEROUTER_URL=gateway.url), dsns) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def scripted_page(scripted: Served, browser: Browser, troubles: Troubles) -> AsyncIterator[Page]:
    """A fresh browser profile before the scripted gateway's server."""
    async for one in opened(browser, scripted.url, troubles):
        yield one


@pytest.fixture
def artifacts() -> Path:
    """Where pictures of the pages are kept for whoever judges them."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    return ARTIFACTS


async def opened(browser: Browser, url: str, troubles: Troubles) -> AsyncIterator[Page]:
    size = ViewportSize(width=1280, height=800)
    context = await browser.new_context(base_url=url, viewport=size, color_scheme="light")
    context.set_default_timeout(15_000)
    page = await context.new_page()
    await watch(page, url, troubles)
    yield page
    await context.close()
    assert troubles.unexpected() == []
