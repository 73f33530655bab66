"""What the model is given, where files are part of it."""

from typing import Any

from app.agent.context import opening, shorten
from app.queries.execution import Context

IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 100_000}}


def user(*content: Any) -> dict[str, Any]:
    parts = [{"type": "text", "text": part} if isinstance(part, str) else part for part in content]
    return {"role": "user", "content": parts}


def test_a_conversation_is_shortened_by_its_words_not_by_its_images() -> None:
    old, new = {"role": "user", "content": "x" * 1000}, user("what is this?", IMAGE)
    between = {"role": "user", "content": "y" * 200}
    shortened = shorten([old, between, new], 0.5)
    assert shortened == [between, new], "half of the words, however large the image"


def test_memories_stand_before_a_message_of_parts() -> None:
    context = Context(
        system="be kind",
        messages=[user("what is this?", IMAGE)],
        tools=[],
        asks=[],
        specialists=[],
        resource_id="popagent-user",
        thread_id="t",
        question="what is this?",
        agent_id="popagent",
        max_steps=5,
        begins_session=True,
    )
    system, asked = opening(context, ["- [fact] tea"])
    assert system == {"role": "system", "content": "be kind"}
    assert asked == user("- [fact] tea", "what is this?", IMAGE)
    assert context.messages == [user("what is this?", IMAGE)], "what was read is not changed"
