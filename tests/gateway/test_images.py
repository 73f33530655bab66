"""Requests with images: as every server takes them, large ones in pieces, and models that take none."""

from typing import Any

import pytest

from app.gateway import Gateway
from app.gateway.faults import from_reply, from_status
from app.gateway.shape import shape
from tests.gateway.conftest import events_of
from tests.gateway.scripted import Reply, ScriptedGateway, stop, text
from tests.gateway.test_shape import answer, calling, complaint, result, system, user

Message = dict[str, Any]

PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
GOOD = Reply.sse(text("hi"), stop())
BLIND = Reply.body({"error": {"message": "image_url is only supported by certain models"}}, 400)


def words(text: str) -> Message:
    return {"type": "text", "text": text}


def test_a_message_with_an_image_stays_a_list_of_parts_and_the_system_message_a_text() -> None:
    shaped = shape(
        [system([words("be"), words("kind")]), user([words("see"), PICTURE]), answer(), user("more")]
    )
    assert complaint(shaped) is None
    assert shaped[0] == system("be\n\nkind")
    assert shaped[1] == user([words("see"), PICTURE])


def test_parts_that_say_nothing_are_left_out() -> None:
    shaped = shape([user([words(""), "bare", {"type": "text"}, None, 7, PICTURE])])
    assert shaped == [user([words("bare"), PICTURE])]


def test_only_the_newest_question_shows_images_to_a_model_that_takes_none() -> None:
    held = [user([words("see"), PICTURE]), answer(), user([PICTURE]), user([words("new"), PICTURE])]
    shaped = shape([*held, calling("a"), result("a")], images=False)
    assert complaint(shaped) is None
    assert isinstance(shaped[0]["content"], str)
    assert "left out" in shaped[0]["content"]
    assert [part for part in shaped[2]["content"] if part == PICTURE] == [PICTURE]
    assert held[0] == user([words("see"), PICTURE]), "what we hold is not changed"


async def test_a_large_request_goes_out_whole_with_its_length(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    url = "data:image/png;base64," + "QUJD" * 2_000_000
    large = {"type": "image_url", "image_url": {"url": url}}
    await events_of(gateway, [user([words("żółw"), large])])
    sent = scripted.requests[0]
    assert int(sent.headers["content-length"]) == len(sent.body)
    assert "transfer-encoding" not in sent.headers
    assert sent.headers["content-type"] == "application/json"
    assert sent.json["messages"] == [user([words("żółw"), large])]


async def test_a_large_request_follows_a_redirect(gateway: Gateway, scripted: ScriptedGateway) -> None:
    moved = Reply.body({}, 307, location=f"{scripted.url}/chat/completions")
    scripted.answers(moved, GOOD)
    large = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "QUJD" * 500_000}}
    await events_of(gateway, [user([large])])
    assert scripted.requests[1].json == scripted.requests[0].json


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "Invalid content type. image_url is only supported by certain models."),
        (404, "No endpoints found that support image input"),
        (500, "image input is not supported - hint: you may need to provide the mmproj"),
        (400, "this model is missing data required for image input"),
        (422, "Failed to deserialize: messages[0]: unknown variant `image_url`, expected `text`"),
        (400, "Model does not support images"),
        (400, "Image input is not enabled for this model"),
        (400, "llama is not a multimodal model"),
        (400, "At most 0 image(s) may be provided in one request."),
        (400, "This model doesn't support vision."),
    ],
)
def test_a_model_without_eyes_is_told_in_one_sentence(status: int, said: str) -> None:
    fault = from_status(status, f'{{"error": {{"message": "{said}"}}}}', {}, where="here")
    assert (fault.error.code, fault.retry) == ("no_images", False)
    assert fault.error.message.startswith(
        "This model does not take images. Choose another model or remove the image. The gateway said"
    )
    assert said in fault.error.message
    assert from_reply({"message": said}).error.code == "no_images"


@pytest.mark.parametrize(
    "said",
    [
        "Invalid image data",
        "image exceeds 5 MB maximum",
        "The image format is not supported",
        "You uploaded an unsupported image.",
        "At most 8 images may be provided in one request",
        "messages.1.content must be a string",
    ],
)
def test_an_image_that_is_bad_is_another_matter(said: str) -> None:
    fault = from_status(400, f'{{"error": {{"message": "{said}"}}}}', {}, where="here")
    assert fault.error.code == "gateway_refused"


async def test_images_of_earlier_messages_do_not_stop_a_model_without_eyes(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(BLIND, GOOD)
    held = [user([words("see"), PICTURE]), answer("no"), user("then talk")]
    await events_of(gateway, held)
    await events_of(gateway, held)
    asked = [b"image_url" in request.body for request in scripted.requests]
    assert asked == [True, False, False], "asked once more without them, and from then on"


async def test_an_image_of_the_question_itself_is_refused_at_once(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(BLIND)
    for _ in range(2):
        with pytest.raises(Exception, match="does not take images"):
            await events_of(gateway, [user([PICTURE]), answer("no"), user([words("this?"), PICTURE])])
    assert len(scripted.requests) == 2
