"""Memories become vectors in the background, whatever happens meanwhile (contract M12)."""

from typing import Any

from app.embedded import Dsns
from tests.gateway.scripted import Exchange, Reply, ScriptedGateway, hold
from tests.jobs.embedding import Look, asked, embeds, lists, until, worker, worker_process
from tests.support import Cluster


async def test_memories_are_embedded_in_batches_and_new_ones_as_they_come(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember(*(f"Fact number {n}" for n in range(150)))
    look.switch()
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.complete("mini-embed"))
        assert [len(e.json["input"]) for e in gateway.embedding_requests] == [64, 64, 22]
        assert {e.json["model"] for e in gateway.embedding_requests} == {"mini-embed"}
        assert look.value("select dimension from memory.embedding_status(null)") == 4
        look.remember("One more")
        await until(lambda: "One more" in asked(gateway) and look.complete("mini-embed"))
    assert len(asked(gateway)) == 151, "each memory is sent once"


async def test_nothing_is_sent_while_it_is_off(dsns: Dsns, gateway: ScriptedGateway, look: Look) -> None:
    look.remember("Tea")
    async with worker(dsns.application, gateway.url):
        look.value("select job.enqueue('memory-embed', 'memory-embed')")
        await until(lambda: look.value("select count(*) from pgqueuer_log where status = 'successful'") == 1)
    assert gateway.embedding_requests == []
    assert not look.complete("mini-embed")


async def test_another_model_embeds_anew_and_the_old_vectors_stay_until_it_is_done(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember("Tea", "Dog")
    look.switch()
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.complete("mini-embed"))
        gateway.embeddings = lambda _: Reply.sse(hold())
        look.switch(model="other")
        await until(lambda: len(gateway.embedding_requests) == 2)
        assert look.value("select memory.embedding_model()") == "mini-embed"
        gateway.embeddings = _three
        gateway.release()
        # What was held had no body: that attempt failed, and saving again tries at once.
        await until(look.error)
        look.switch(model="other")
        await until(lambda: look.complete("other"))
    assert look.value(
        "select array_agg(distinct (model, dimension)::text) from popagent_memory_embeddings"
    ) == ["(other,3)"]
    assert look.value("select memory.embedding_model()") == "other"


async def test_vectors_of_another_length_by_the_same_model_replace_the_old_ones(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember("Tea", "Dog")
    look.switch()
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.complete("mini-embed"))
        gateway.embeddings = _three
        look.remember("Sea")
        await until(
            lambda: (
                look.value("select dimension = 3 from memory.embedding_status(null)")
                and look.complete("mini-embed")
            )
        )
    assert look.value("select count(*) from popagent_memory_embeddings where dimension = 3") == 3


async def test_a_failure_is_told_and_tried_again_later(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    gateway.embeddings = lambda _: Reply.body({"detail": "Not Found"}, 404)
    look.remember("Tea")
    look.switch()
    async with worker(dsns.application, gateway.url):
        await until(look.error)
        assert "offers no embeddings" in (look.error() or "")
        jobs = "select count(*) from pgqueuer where entrypoint = 'memory-embed'"
        await until(lambda: look.value(jobs) == 0)
        look.remember("Dog")
        assert look.value(jobs) == 0, "it waits"
        gateway.embeddings = embeds
        look.value("update popagent_memory_embedding_state set retry_at = public.clock() returning true")
        look.remember("Sea")
        await until(lambda: look.complete("mini-embed"))
    assert look.error() is None


async def test_without_a_model_that_embeds_the_settings_say_so(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    lists(gateway, "chat")
    look.remember("Tea")
    look.switch()
    async with worker(dsns.application, gateway.url):
        await until(look.error)
    assert "no model" in (look.error() or "")
    assert gateway.embedding_requests == []


async def test_texts_too_long_for_the_model_are_cut_and_too_many_are_halved(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    def small(exchange: Exchange) -> Reply:
        if sum(len(text) for text in exchange.json["input"]) > 500:
            return Reply.body({"error": {"message": "input is too large to process"}}, 500)
        return embeds(exchange)

    gateway.embeddings = small
    look.remember(*(f"Fact {n} " + "of many words " * 20 for n in range(5)), "Tea " * 400)
    look.switch()
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.complete("mini-embed"))


async def test_a_killed_worker_is_followed_by_another_that_goes_on(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    first: list[Any] = []

    def slow_second(exchange: Exchange) -> Reply:
        first.append(exchange)
        return Reply.sse(hold()) if len(first) == 2 else embeds(exchange)

    gateway.embeddings = slow_second
    look.remember(*(f"Fact number {n}" for n in range(150)))
    look.switch()
    async with worker_process(dsns.application, gateway.url) as process:
        await until(lambda: len(gateway.embedding_requests) == 2)
        process.kill()
        await process.wait()
    assert look.value("select count(*) from popagent_memory_embeddings") == 64
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.complete("mini-embed"), seconds=60)
    assert [len(e.json["input"]) for e in gateway.embedding_requests] == [64, 64, 64, 22], (
        "only what was not stored"
    )


async def test_a_stopping_worker_leaves_the_rest_to_another(
    dsns: Dsns, gateway: ScriptedGateway, look: Look
) -> None:
    look.remember(*(f"Fact number {n}" for n in range(150)))
    look.switch()
    async with worker(dsns.application, gateway.url) as jobs:
        await until(lambda: gateway.embedding_requests)
        await jobs.close()
    assert look.value("select status::text from pgqueuer where entrypoint = 'memory-embed'") in (
        "queued",
        None,
    )
    async with worker(dsns.application, gateway.url):
        await until(lambda: look.complete("mini-embed"))
    assert len(set(asked(gateway))) == 150
    assert len(asked(gateway)) <= 150 + 64, "at most the batch that was under way is sent again"


async def test_two_workers_share_one_job(dsns: Dsns, gateway: ScriptedGateway, look: Look) -> None:
    async with worker(dsns.application, gateway.url), worker(dsns.application, gateway.url):
        look.remember(*(f"Fact number {n}" for n in range(200)))
        look.switch()
        look.remember(*(f"Later {n}" for n in range(20)))
        await until(lambda: look.complete("mini-embed"))
    sent = asked(gateway)
    assert len(sent) == len(set(sent)) == 220


async def test_without_the_extension_nothing_is_sent(
    oldest_cluster: Cluster, gateway: ScriptedGateway
) -> None:
    with oldest_cluster.databases() as dsns:
        look = Look(dsns.application)
        look.remember("Tea")
        look.switch()
        async with worker(dsns.application, gateway.url):
            look.remember("Dog")
            assert look.value("select count(*) from pgqueuer where entrypoint = 'memory-embed'") == 0
        look.db.close()
    assert gateway.embedding_requests == []


def _three(exchange: Exchange) -> Reply:
    return Reply.body(
        {"data": [{"embedding": [1.0, float(n), 0.0]} for n, _ in enumerate(exchange.json["input"])]}
    )
