"""What the gateway costs: parsing alone, and a whole request with one connection reused.

    python -m tests.bench.gateway_parse [--words 40] [--requests 400] [--at-once 16]

Parsing is measured on the bytes of one answer, in one read and in a read for each chunk. Whole
requests go to a stand-in gateway in a process of its own; times are this process's CPU time.
"""

import argparse
import asyncio
import json
import multiprocessing
import re
import time
from typing import Any

from app.gateway import Gateway, Text
from app.gateway.answer import Answer
from app.gateway.frames import Frames
from app.settings import Settings

_MESSAGES = [{"role": "system", "content": "You are helpful. " * 100}, {"role": "user", "content": "hello"}]


def _chunks(words: int) -> list[bytes]:
    def chunk(delta: dict[str, Any], reason: str | None = None) -> bytes:
        value = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "bench"}
        choices = [{"index": 0, "delta": delta, "finish_reason": reason}]
        return f"data: {json.dumps({**value, 'choices': choices})}\n\n".encode()

    usage = b'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}\n\n'
    first = chunk({"role": "assistant", "content": ""})
    return [first, *[chunk({"content": "word "})] * words, chunk({}, "stop"), usage, b"data: [DONE]\n\n"]


def _parse(reads: list[bytes]) -> int:
    frames, answer = Frames(), Answer(set(), set())
    events = 0
    for data in reads:
        for value in frames.feed(data):
            answer.add(value)
        events += len(answer.events())
    return events + len(list(answer.finish(done=frames.done)))


def _measure_parsing(words: int) -> None:
    chunks = _chunks(words)
    for name, reads in (("one read", [b"".join(chunks)]), ("a read for each chunk", chunks)):
        rounds = 200_000 // len(chunks)
        began = time.process_time()
        for _ in range(rounds):
            _parse(reads)
        spent = (time.process_time() - began) / rounds
        print(f"parsing, {name}: {len(chunks) / spent:,.0f} chunks/s, {spent * 1e6:.0f} us an answer")


async def _serve(words: int, ready: Any) -> None:
    body = [f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n" for chunk in _chunks(words)]
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await reader.readuntil(b"\r\n\r\n")
                size = re.search(rb"content-length: (\d+)", request, re.I)
                await reader.readexactly(int(size.group(1)) if size else 0)
                writer.write(head)
                for piece in body:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
                writer.write(b"0\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    ready.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def _stand_in(words: int, ready: Any) -> None:
    asyncio.run(_serve(words, ready))


async def _ask(gateway: Gateway, times: int) -> int:
    texts = 0
    for _ in range(times):
        async for event in gateway.stream(model="bench", messages=_MESSAGES, tools=[]):
            texts += isinstance(event, Text)
    return texts


async def _measure_requests(port: int, requests: int, at_once: int) -> None:
    gateway = Gateway(Settings.model_validate({"NINEROUTER_URL": f"http://127.0.0.1:{port}/v1"}))
    await gateway.start()
    await _ask(gateway, 50)
    for side_by_side in (1, at_once):
        began, cpu = time.perf_counter(), time.process_time()
        asking = [_ask(gateway, requests // side_by_side) for _ in range(side_by_side)]
        texts = sum(await asyncio.gather(*asking))
        wall, spent = time.perf_counter() - began, time.process_time() - cpu
        print(
            f"requests, {side_by_side} at once: {requests / wall:.0f}/s,"
            f" {spent / requests * 1e3:.2f} ms CPU each, {texts / requests:.1f} Text events each"
        )
    await gateway.close()


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--words", type=int, default=40)
    arguments.add_argument("--requests", type=int, default=800)
    arguments.add_argument("--at-once", type=int, default=16)
    arguments.add_argument("--uvloop", action="store_true", help="the event loop that the server uses")
    given = arguments.parse_args()
    _measure_parsing(given.words)
    context = multiprocessing.get_context("spawn")
    port, ready = context.Pipe(duplex=False)
    child = context.Process(target=_stand_in, args=(given.words, ready), daemon=True)
    child.start()
    try:
        measuring = _measure_requests(port.recv(), given.requests, given.at_once)
        if given.uvloop:
            import uvloop

            uvloop.run(measuring)
        else:
            asyncio.run(measuring)
    finally:
        child.terminate()
        child.join()


if __name__ == "__main__":
    main()
