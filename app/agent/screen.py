"""What a stream may show: no secret that is in use, and no argument that a tool hides."""

from typing import Any

from app.agent.loop import Emit
from app.redaction import Redactor, Stream
from app.tools import Tool


class Screen:
    """Stands before the emitter of an execution; what may be the beginning of a value waits until it is known."""

    def __init__(self, emit: Emit, redactor: Redactor, tools: dict[str, Tool]) -> None:
        self._emit = emit
        self._redactor = redactor
        self._tools = tools
        self._blocks: dict[str, Stream] = {}
        self._calls: dict[str, dict[str, Any]] = {}

    def __call__(self, part: dict[str, Any]) -> None:
        """Emit a part as it may be shown."""
        match part["type"]:
            case "text-delta" | "reasoning-delta":
                block = self._blocks.setdefault(part["id"], self._redactor.stream())
                self._tell(part, block.feed(part["delta"]))
            case "text-end" | "reasoning-end":
                if part["id"] in self._blocks:
                    rest = self._blocks.pop(part["id"]).rest()
                    self._tell(part | {"type": part["type"].replace("-end", "-delta")}, rest)
                self._emit(part)
            case "tool-input-available" if part["toolName"] in self._tools:
                self._calls[part["toolCallId"]] = part
                shown = self._tools[part["toolName"]].shown(part["input"])
                self._emit(self._redactor.json(part | {"input": shown}))
            case "tool-output-available" if part["toolCallId"] in self._calls:
                call = self._calls.pop(part["toolCallId"])
                output = self._tools[call["toolName"]].shown_result(call["input"], part["output"])
                self._emit(self._redactor.json(part | {"output": output}))
            case _:
                self._emit(self._redactor.json(part))

    def _tell(self, part: dict[str, Any], delta: str) -> None:
        if delta:
            self._emit(part | {"delta": delta})
