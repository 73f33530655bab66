"""A gateway that embeds by known words, workers, and what they left in the database."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from app.db import Database
from app.gateway import Gateway
from app.jobs import Jobs
from app.settings import Settings
from tests.gateway.scripted import Exchange, Reply, ScriptedGateway

#: What each number of a vector stands for; the last one is for everything.
MEANINGS = (("tea", "drink", "beverage"), ("dog", "pet"), ("sea", "coast"))


def vector(text: str) -> list[float]:
    """Words that mean the same point the same way."""
    return [*(float(any(word in text.lower() for word in words)) for words in MEANINGS), 0.1]


def embeds(exchange: Exchange) -> Reply:
    """Answer as a gateway with embeddings does."""
    return Reply.body(
        {"data": [{"index": n, "embedding": vector(t)} for n, t in enumerate(exchange.json["input"])]}
    )


def lists(gateway: ScriptedGateway, *models: str) -> None:
    """Let the gateway list these models."""
    gateway.models = Reply.body({"data": [{"id": model} for model in models]})


def asked(gateway: ScriptedGateway) -> list[str]:
    """All texts that the gateway was asked to embed."""
    return [text for exchange in gateway.embedding_requests for text in exchange.json["input"]]


@asynccontextmanager
async def worker(dsn: str, url: str) -> AsyncIterator[Jobs]:
    """A worker in this process."""
    db = Database(dsn)
    gateway = Gateway(Settings.model_validate({"NINEROUTER_URL": url}))
    jobs = Jobs(dsn, db, gateway)
    await db.open()
    await gateway.start()
    jobs.start()
    try:
        yield jobs
    finally:
        await jobs.close()
        await gateway.close()
        await db.close()


@asynccontextmanager
async def worker_process(dsn: str, url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A worker in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.jobs.embedding", dsn, url, env={"PATH": os.environ["PATH"]}
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def until(condition: Callable[[], Any], seconds: float = 20) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


class Look:
    """Looks into the database on a connection of its own."""

    def __init__(self, dsn: str) -> None:
        self.db = psycopg.connect(dsn, autocommit=True)

    def value(self, query: str, *arguments: Any) -> Any:
        row = self.db.execute(query, arguments).fetchone()
        return row and row[0]

    def remember(self, *contents: str) -> None:
        for content in contents:
            self.db.execute("select memory.remember('popagent-user', %s)", (content,))

    def switch(self, on: bool = True, model: str = "") -> None:
        """As the settings do."""
        revision = self.value("select revision from settings.memory_embedding()")
        self.db.execute("select settings.change_memory_embedding(%s, %s, %s)", (revision, on, model))
        self.db.execute("select memory.request_embedding(true)")

    def complete(self, model: str) -> bool:
        """Whether a model is in use and has embedded all."""
        status = (
            "select model = %s and embedded = memories and error is null from memory.embedding_status(%s)"
        )
        return bool(self.value(status, model, model))

    def error(self) -> str | None:
        found: str | None = self.value("select error from memory.embedding_status(null)")
        return found


async def _work(dsn: str, url: str) -> None:
    async with worker(dsn, url):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_work(*sys.argv[1:]))
