"""Temporary chats that nobody ended go by themselves."""

from app.embedded import Dsns
from tests.gateway.scripted import ScriptedGateway
from tests.jobs.embedding import Look, until, worker


async def test_a_temporary_chat_goes_a_day_after_its_last_change(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    for id, temporary in (("old", True), ("new", True), ("ordinary", False)):
        look.value(f"select session.open('{id}', '', null, '{{}}', {temporary})")
    look.db.execute(
        "update popagent_sessions set updated_at = now() - interval '25 hours' where id in ('old', 'ordinary')"
    )
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.value("select count(*) from pgqueuer_schedules where entrypoint = 'chores'"))
    # A worker looks at what is due when it starts, then once a minute.
    look.db.execute("update pgqueuer_schedules set next_run = now() where entrypoint = 'chores'")
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.value("select count(*) from popagent_sessions") == 2)
    assert look.value("select array_agg(id order by id) from popagent_sessions") == ["new", "ordinary"]
    assert look.value("select count(*) from popagent_threads") == 2
