"""Tool calls as gateways really send them: wrong, missing and repeated indexes, ids and arguments."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from app.gateway import End, Gateway, Text, ToolCall
from tests.gateway.conftest import HELLO, events_of
from tests.gateway.scripted import DONE, Reply, ScriptedGateway, call, chunk, cut, frame, stop

Item = dict[str, Any]


def item(name: str | None = None, arguments: Any = "", **given: Any) -> Item:
    """One element of `tool_calls`; `index` and `id` only where given."""
    function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
    return {**given, "type": "function", "function": function}


def offered(*names: str) -> list[dict[str, Any]]:
    """Tools of these names."""
    schema = {"type": "object", "properties": {}}
    return [{"type": "function", "function": {"name": name, "parameters": schema}} for name in names]


async def calls_of(
    gateway: Gateway,
    scripted: ScriptedGateway,
    *chunks: bytes,
    tools: Sequence[str] = (),
    reason: str = "tool_calls",
) -> list[ToolCall]:
    """The calls in an answer of these chunks, checked to have unique ids and to come before the end."""
    scripted.answers(Reply.sse(*chunks, stop(reason)))
    events = await events_of(gateway, tools=offered(*tools))
    calls = [event for event in events if isinstance(event, ToolCall)]
    assert len({made.id for made in calls}) == len(calls)
    assert all(made.id for made in calls)
    assert isinstance(events[-1], End)
    return calls


def told(calls: list[ToolCall]) -> list[tuple[str, Any]]:
    """Names and arguments."""
    return [(made.name, made.arguments) for made in calls]


async def test_a_call_without_an_index_is_one_whole_call(gateway: Gateway, scripted: ScriptedGateway) -> None:
    calls = await calls_of(gateway, scripted, call(item("t", '{"a":1}', id="c1")))
    assert [(c.id, c.name, c.arguments, c.error, c.raw) for c in calls] == [
        ("c1", "t", {"a": 1}, None, '{"a":1}')
    ]


async def test_a_new_id_at_a_used_index_opens_the_next_call(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    first, second = item("write", '{"p":"a"}', index=0, id="c1"), item("write", '{"p":"b"}', index=0, id="c2")
    expected = [("write", {"p": "a"}), ("write", {"p": "b"})]
    assert told(await calls_of(gateway, scripted, call(first), call(second))) == expected
    assert told(await calls_of(gateway, scripted, call(first, second))) == expected


async def test_a_fragment_with_neither_index_nor_id_belongs_to_the_last_call(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    chunks = (
        call(item("w", "{}", id="c1")),
        call(item("w", '{"p":', id="c2")),
        call({"function": {"arguments": "1}"}}),
    )
    assert told(await calls_of(gateway, scripted, *chunks)) == [("w", {}), ("w", {"p": 1})]


async def test_fragments_of_two_calls_may_alternate_by_index(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    chunks = (
        call(item("a", "", index=0, id="c1"), item("b", "", index=1, id="c2")),
        call(item(None, '{"x"', index=0), item(None, '{"y"', index=1)),
        call(item(None, ":1}", index=0)),
        call(item(None, ":2}", index=1)),
    )
    assert told(await calls_of(gateway, scripted, *chunks)) == [("a", {"x": 1}), ("b", {"y": 2})]


@pytest.mark.parametrize("given", [{}, {"id": ""}, {"id": None}, {"id": "0"}])
@pytest.mark.parametrize("indexes", [(None, None), (0, 1), (0, 0)])
@pytest.mark.parametrize("second_name", ["a", "b"])
async def test_two_calls_without_ids_of_their_own_get_unique_ones(
    gateway: Gateway,
    scripted: ScriptedGateway,
    given: Item,
    indexes: tuple[int | None, int | None],
    second_name: str,
) -> None:
    places: list[Item] = [{} if index is None else {"index": index} for index in indexes]
    first = item("a", '{"n":1}', **given, **places[0])
    second = item(second_name, '{"n":2}', **given, **places[1])
    assert told(await calls_of(gateway, scripted, call(first), call(second))) == [
        ("a", {"n": 1}),
        (second_name, {"n": 2}),
    ]


async def test_two_calls_of_one_tool_without_arguments_are_two(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    for place in ({"index": 0}, {}):
        chunks = call(item("t", "", id="c1", **place)), call(item("t", "", id="c2", **place))
        assert told(await calls_of(gateway, scripted, *chunks)) == [("t", {}), ("t", {})]


async def test_fragments_of_two_calls_may_alternate_by_id(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    chunks = (
        call(item("a", "", id="c1"), item("b", "", id="c2")),
        call(item(None, '{"x":', id="c1"), item(None, '{"y":', id="c2")),
        call(item(None, "1}", id="c1")),
        call(item(None, "2}", id="c2")),
    )
    assert told(await calls_of(gateway, scripted, *chunks)) == [("a", {"x": 1}), ("b", {"y": 2})]


async def test_an_id_that_the_conversation_has_is_replaced(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    asked = {"id": "call_0", "type": "function", "function": {"name": "t", "arguments": "{}"}}
    messages = [
        *HELLO,
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": "call_0", "content": "done"},
    ]
    scripted.answers(Reply.sse(call(item("t", "{}", index=0, id="call_0")), stop("tool_calls")))
    (made,) = [event for event in await events_of(gateway, messages) if isinstance(event, ToolCall)]
    assert made.id not in ("", "call_0")


async def test_an_id_repeated_on_every_fragment_is_one_call(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    for place in ({"index": 0}, {}):
        chunks = [call(item("t", part, id="c1", **place)) for part in ('{"a":', '"b', '"}', "")]
        assert told(await calls_of(gateway, scripted, *chunks)) == [("t", {"a": "b"})]


async def test_a_new_id_on_every_fragment_is_one_call(gateway: Gateway, scripted: ScriptedGateway) -> None:
    for place in ({"index": 0}, {}):
        chunks = [call(item("t", '{"a":', id="c1", **place)), call(item(None, "1}", id="c2", **place))]
        assert told(await calls_of(gateway, scripted, *chunks)) == [("t", {"a": 1})]


async def test_an_index_that_counts_chunks_is_one_call(gateway: Gateway, scripted: ScriptedGateway) -> None:
    chunks = (
        call(item("t", "", index=0, id="c1")),
        call(item(None, '{"a":', index=1)),
        call(item(None, "1}", index=2)),
    )
    assert told(await calls_of(gateway, scripted, *chunks)) == [("t", {"a": 1})]


async def test_a_name_in_pieces_is_joined_only_towards_an_offered_tool(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    pieces = (call(item("get_", "", index=0, id="c1")), call(item("weather", "{}", index=0)))
    assert told(await calls_of(gateway, scripted, *pieces, tools=["get_weather"])) == [("get_weather", {})]
    whole = (call(item("write", "", index=0)), call(item("read", "", index=0)))
    assert told(await calls_of(gateway, scripted, *whole, tools=["write", "read"])) == [
        ("write", {}),
        ("read", {}),
    ]


async def test_arguments_of_null_are_an_empty_beginning(gateway: Gateway, scripted: ScriptedGateway) -> None:
    chunks = (call(item("t", None, index=0, id="c1")), call(item(None, '{"q":1}', index=0)))
    assert told(await calls_of(gateway, scripted, *chunks)) == [("t", {"q": 1})]


@pytest.mark.parametrize("arguments", ["", " ", "\n", "{}", "null", None])
async def test_a_tool_without_parameters_runs(
    gateway: Gateway, scripted: ScriptedGateway, arguments: str | None
) -> None:
    (made,) = await calls_of(gateway, scripted, call(item("t", arguments, index=0, id="c1")))
    assert (made.arguments, made.error) == ({}, None)


async def test_absent_arguments_run_too(gateway: Gateway, scripted: ScriptedGateway) -> None:
    (made,) = await calls_of(gateway, scripted, call({"index": 0, "id": "c1", "function": {"name": "t"}}))
    assert (made.arguments, made.error) == ({}, None)


async def test_arguments_as_an_object_are_taken_as_they_are(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    (made,) = await calls_of(gateway, scripted, call(item("t", {"q": 1, "o": {}}, index=0, id="c1")))
    assert made.arguments == {"q": 1, "o": {}}
    assert json.loads(made.raw) == made.arguments
    message = {"role": "assistant", "tool_calls": [item("t", {"q": 1}, index=0, id="c1")]}
    scripted.answers(Reply.body({"choices": [{"message": message, "finish_reason": "tool_calls"}]}))
    (again,) = [event for event in await events_of(gateway) if isinstance(event, ToolCall)]
    assert again.arguments == {"q": 1}


@pytest.mark.parametrize(
    ("arguments", "reason", "complaint"),
    [
        ('{"path": "a.txt", "content": "hel', "length", "cut off at the output limit"),
        ('{"path": "a.txt", "content": "hel', "tool_calls", "not valid JSON"),
        ("", "length", "output limit before the arguments"),
        ("[1]", "tool_calls", "must be a JSON object"),
        ('"x"', "tool_calls", "must be a JSON object"),
        ("NaN", "tool_calls", "NaN"),
        ('{"a": Infinity}', "tool_calls", "Infinity"),
        ('{"a": 1, "a": 2}', "tool_calls", "one name twice"),
        ('{"o": {"a": 1, "a": 2}}', "tool_calls", "one name twice"),
        ("[" * 100_000, "tool_calls", "not valid JSON"),
        ([1], "tool_calls", "must be a JSON object"),
    ],
)
async def test_arguments_without_one_meaning_are_not_run(
    gateway: Gateway, scripted: ScriptedGateway, arguments: Any, reason: str, complaint: str
) -> None:
    (made,) = await calls_of(
        gateway, scripted, call(item("write", arguments, index=0, id="c1")), reason=reason
    )
    assert made.arguments is None
    assert made.error
    assert complaint in made.error
    assert "write" in made.error


async def test_a_call_before_the_cut_off_one_still_runs(gateway: Gateway, scripted: ScriptedGateway) -> None:
    whole, half = item("a", '{"n":1}', index=0, id="c1"), item("b", '{"n":', index=1, id="c2")
    first, second = await calls_of(gateway, scripted, call(whole, half), reason="length")
    assert (first.arguments, first.error) == ({"n": 1}, None)
    assert second.arguments is None


async def test_a_call_without_a_name_is_not_run(gateway: Gateway, scripted: ScriptedGateway) -> None:
    (made,) = await calls_of(gateway, scripted, call(item("", "{}", index=0, id="c1")))
    assert made.arguments is None
    assert made.error


@pytest.mark.parametrize("junk", [None, [], {}, "x", 7, [None], ["x"], [7], [{}], [{"function": None}]])
async def test_tool_calls_that_are_none_do_no_harm(
    gateway: Gateway, scripted: ScriptedGateway, junk: Any
) -> None:
    scripted.answers(Reply.sse(chunk({"content": "hi", "tool_calls": junk}), stop()))
    assert await events_of(gateway) == [Text("hi"), End("stop")]


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "function_call"])
async def test_calls_decide_whatever_the_reason_says(
    gateway: Gateway, scripted: ScriptedGateway, reason: str
) -> None:
    scripted.answers(Reply.sse(call(item("t", "{}", index=0, id="c1")), stop(reason)))
    events = await events_of(gateway)
    assert [type(event) for event in events] == [ToolCall, End]
    assert events[-1] == End("tool_calls")


async def test_the_output_limit_after_a_whole_call_is_told(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    scripted.answers(Reply.sse(call(item("t", '{"a":1}', index=0, id="c1")), stop("length")))
    assert (await events_of(gateway))[-1] == End("length")


@pytest.mark.parametrize("ending", [(), (cut(),)])
async def test_a_call_of_a_cut_stream_is_not_given_out(
    gateway: Gateway, scripted: ScriptedGateway, ending: tuple[Any, ...]
) -> None:
    asked = call(item("rm", '{"path":"a"}', index=0, id="c1"))
    scripted.answers(Reply.sse(chunk({"content": "I will"}), asked, *ending))
    events = await events_of(gateway)
    assert not [event for event in events if isinstance(event, ToolCall)]
    assert events[-1] == End("interrupted")


async def test_surrogate_halves_inside_arguments_are_joined(
    gateway: Gateway, scripted: ScriptedGateway
) -> None:
    begun = call(item("t", '{"e":"HALF', index=0, id="c1")).replace(b"HALF", b"\\ud83d")
    ended = call(item(None, 'HALF"}', index=0)).replace(b"HALF", b"\\ude00")
    (made,) = await calls_of(gateway, scripted, begun, ended)
    assert made.arguments == {"e": "😀"}
    inner = (
        call(item("t", '{"e":"\\ud83d', index=0, id="c1")),
        call(item(None, '\\ude00","l":"\\ud800\\u0000"}', index=0)),
    )
    (made,) = await calls_of(gateway, scripted, *inner)
    assert made.arguments == {"e": "😀", "l": "\ufffd\ufffd"}


async def test_the_old_function_call_form_is_understood(gateway: Gateway, scripted: ScriptedGateway) -> None:
    chunks = (
        chunk({"function_call": {"name": "t", "arguments": '{"a":'}}),
        chunk({"function_call": {"arguments": "1}"}}),
    )
    assert told(await calls_of(gateway, scripted, *chunks, reason="function_call")) == [("t", {"a": 1})]


async def test_calls_in_a_whole_body_are_understood(gateway: Gateway, scripted: ScriptedGateway) -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [item("t", '{"a":1}', id="c1")]}
    scripted.answers(
        Reply.sse(frame({"choices": [{"message": message, "finish_reason": "tool_calls"}]}), DONE)
    )
    assert told([event for event in await events_of(gateway) if isinstance(event, ToolCall)]) == [
        ("t", {"a": 1})
    ]
