"""Words to a cron expression, by the default model; what it says is tried before anybody sees it."""

import asyncio
from datetime import UTC, datetime

from app.agent.models import known_models
from app.db import Database, Refused
from app.gateway import Gateway, GatewayError
from app.queries import task_schedules

#: Seconds that the model has.
TIMEOUT = 60
_LONGEST = 1_000


async def from_words(db: Database, gateway: Gateway, words: str, zone: str) -> str:
    """Return the cron expression that words stand for.

    Refused 422 out_of_range or not_understood, 503 when no model can be asked.
    """
    if not 0 < len(words.strip()) <= _LONGEST:
        raise Refused(
            422,
            "out_of_range",
            f"words: 1 to {_LONGEST:,} characters are needed, such as every weekday at 8.",
        )
    model = (await known_models(db, gateway)).default_model
    if not model:
        raise Refused(
            503, "no_model", "The gateway lists no model that could be asked. Write the expression yourself."
        )
    prompt = await task_schedules.cron_prompt(db)
    messages = [{"role": "system", "content": prompt}, {"role": "user", "content": words.strip()}]
    try:
        async with asyncio.timeout(TIMEOUT):
            said = await gateway.complete(model=model, messages=messages)
    except (GatewayError, TimeoutError) as error:
        why = error.message if isinstance(error, GatewayError) else "it took too long"
        raise Refused(
            503, "no_answer", f"The model could not be asked: {why} Write the expression yourself."
        ) from None
    cron = said.strip().strip("`").strip()
    try:
        await task_schedules.next_runs(db, cron, zone, datetime.now(UTC), 1)
    except Refused:
        raise Refused(
            422,
            "not_understood",
            "The model made no schedule of these words. Say it another way, or write the expression yourself.",
        ) from None
    return cron
