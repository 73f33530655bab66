"""Episodes go by themselves once a day, as the settings say (contract M6)."""

import pytest

from app import jobs
from app.embedded import Dsns
from tests.gateway.scripted import ScriptedGateway
from tests.jobs.embedding import Look, until, worker


@pytest.fixture
def old(look: Look) -> Look:
    """Twelve episodes, of which two are too old and seven too many, and a fact that is older."""
    look.db.execute(
        "select memory.retain('popagent-user', 's', 'Said ' || n, 'Yes', now() - n * interval '1 day')"
        " from generate_series(1, 12) n"
    )
    look.remember("The dog is called Ada")
    look.db.execute("update popagent_memories set created_at = '2020-01-01' where kind = 'fact'")
    look.db.execute("select settings.change_memory_retention(1, 11, 3)")
    return look


async def tick(dsns: Dsns, gateway: ScriptedGateway, look: Look) -> None:
    """Have a worker do the chores: it looks at what is due when it starts, then once a minute."""
    schedule = "from pgqueuer_schedules where entrypoint = 'chores'"
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.value(f"select count(*) = 1 {schedule}"))
    began = look.value("select clock_timestamp()")
    look.db.execute("update pgqueuer_schedules set next_run = now() where entrypoint = 'chores'")
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.value(f"select last_run > %s and status = 'queued' {schedule}", began))


async def test_episodes_beyond_the_limits_go_once_a_day_and_what_went_is_noted(
    dsns: Dsns, gateway: ScriptedGateway, old: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "PRUNE_NOT_BEFORE", 0)
    await tick(dsns, gateway, old)
    assert old.value("select result from job.chore('memory-prune')") == {"expired": 2, "surplus": 7}
    assert old.value("select count(*) from memory.episodes") == 3
    assert old.value("select count(*) from memory.facts") == 1
    old.db.execute(
        "select memory.retain('popagent-user', 's', 'Said long ago', 'Yes', now() - interval '1 year')"
    )
    await tick(dsns, gateway, old)
    assert old.value("select count(*) from memory.episodes") == 4


async def test_nothing_goes_in_the_first_hour_after_a_start(
    dsns: Dsns, gateway: ScriptedGateway, old: Look
) -> None:
    await tick(dsns, gateway, old)
    assert old.value("select count(*) from memory.episodes") == 12
    assert old.value("select count(*) from job.chores where name = 'memory-prune'") == 0
