"""Readers that start as copies of one that has loaded its libraries, thirty times faster.

The program: for each document on its input it splits off a process, which locks itself down as
the product's worker does, reads, and answers; what that process cost is measured. Invariant: a
document is read by the product's own code under the product's own limits, in a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import struct
import sys
import time
from dataclasses import dataclass
from typing import Any

from presence.adapters import document_worker, documents

WALL_S = documents.WALL_SECONDS
TOLD = 2_000
_LENGTH = struct.Struct(">I")


@dataclass(frozen=True)
class Read:
    """What came of one document: `code` of the refusal, None when it was read; how it begins.

    `seconds` of processor time, which is the same on a busy machine.
    """

    code: str | None
    message: str
    crashed: bool
    seconds: float
    peak_bytes: int
    text: str = ""


class Readers:
    """The program, asked from here; one document at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Readers:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.assurance.docx_readers",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()

    async def read(self, data: bytes) -> Read:
        """Have one document read."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise RuntimeError("used outside its block")
        process.stdin.write(_LENGTH.pack(len(data)) + data)
        await process.stdin.drain()
        return Read(**json.loads(await process.stdout.readline()))


def serve() -> None:
    """Documents in, each with its length before it; a line of JSON out for each."""
    source, sink = sys.stdin.buffer, sys.stdout
    document_worker.preload()
    while head := source.read(_LENGTH.size):
        data = source.read(_LENGTH.unpack(head)[0])
        sink.write(json.dumps(_split_off(data)) + "\n")
        sink.flush()


def _split_off(data: bytes) -> dict[str, Any]:
    begin, end = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(begin)
        os.dup2(end, 1)  # the only one that a locked process may write to
        _read_and_end(data)
    os.close(end)
    told = _hear(begin, started + WALL_S)
    if told is None:
        os.kill(child, signal.SIGKILL)
    _, status, cost = os.wait4(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        told = None
    seconds = cost.ru_utime + cost.ru_stime
    verdict = {"seconds": seconds, "peak_bytes": cost.ru_maxrss * 1024, "crashed": False}
    if told is None:
        return {**verdict, "code": "too-slow", "message": "."}
    if status != 0:
        return {**verdict, "code": "unreadable", "message": "", "crashed": True}
    answer = json.loads(told)
    if refused := answer.get("refused"):
        return {**verdict, "code": refused["code"], "message": refused["message"]}
    text = "\n".join(text for _, text in answer["document"]["blocks"])[:TOLD]
    return {**verdict, "code": None, "message": "", "text": text}


def _read_and_end(data: bytes) -> None:
    """The child: what the product's worker does, then the end."""
    status = 1
    try:
        document_worker.lock()
        told = document_worker.answer(b"a.docx\n" + data).encode()
        while told:
            told = told[os.write(1, told) :]
        status = 0
    finally:
        os._exit(status)


def _hear(begin: int, until: float) -> bytes | None:
    """What the child says until it closes its end, None when it takes too long."""
    parts: list[bytes] = []
    try:
        while select.select([begin], [], [], max(0.0, until - time.monotonic()))[0]:
            part = os.read(begin, 1 << 20)
            if not part:
                return b"".join(parts)
            parts.append(part)
        return None
    finally:
        os.close(begin)


if __name__ == "__main__":
    serve()
