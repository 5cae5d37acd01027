"""Turns uploaded DOCX bytes into text without letting them near this process.

Invariant: the parser runs in a child behind its own walls; its crash, its silence or its chatter
is a refusal with one sentence, never an exception of another kind. What it may use is processor
time, so that a busy machine refuses nobody; the wait for a child that does nothing ends as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from typing import Any

from presence.adapters.isolation import Demand
from presence.analysis.documents import AGAIN, DocumentRefused
from presence.analysis.types import DocumentText
from presence.core import metrics

log = logging.getLogger("presence.documents")

WALL_SECONDS = 60.0
_MODULE = "presence.adapters.document_worker"
_MOST_OUTPUT = 32 * 1024 * 1024
_AT_ONCE = 2


class DocumentReader:
    """Reads documents, `at_once` at a time; more wait their turn.

    With `demand` "full" nothing is read where the kernel has no Landlock. `command` and
    `wall_seconds` are for tests.
    """

    def __init__(
        self,
        demand: Demand = "seccomp",
        *,
        at_once: int = _AT_ONCE,
        command: tuple[str, ...] = (sys.executable, "-I", "-B", "-X", "utf8", "-m", _MODULE),
        wall_seconds: float = WALL_SECONDS,
    ) -> None:
        self._turn = asyncio.Semaphore(at_once)
        self._command = (*command, demand)
        self._wall_seconds = wall_seconds
        self._walls = ""

    async def read(self, data: bytes, name: str) -> DocumentText:
        """Text of a DOCX. Raises DocumentRefused with the reason, and nothing else."""
        async with self._turn:
            output = await self._run(name.replace("\n", " ").encode() + b"\n" + data)
        first, _, second = output.partition(b"\n")
        try:
            self._report(json.loads(first))
            answer = json.loads(second)
            if "refused" in answer:
                raise DocumentRefused(answer["refused"]["code"], answer["refused"]["message"])
            return _document(answer["document"], name)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise _unreadable() from error

    def _report(self, first: dict[str, Any]) -> None:
        """Say once, and again when it changes, behind which walls documents are read.

        Raises DocumentRefused when they are not those that are demanded.
        """
        walls = str(first["isolation"]) if "isolation" in first else ""
        metrics.isolation.labels("documents").set(bool(walls) + bool(first.get("full")))
        said = walls or f"none, nothing is read: {first['missing']}"
        if said != self._walls:
            self._walls = said
            level = logging.INFO if first.get("full") else logging.WARNING
            log.log(level, "Document reader isolation: %s", said)
        if not walls:  # guard: isolation.refuse
            raise DocumentRefused(
                "not-isolated",
                "Documents cannot be read safely on this server. Please tell whoever runs it.",
            )

    async def _run(self, data: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd="/",
            env={},
            start_new_session=True,
        )
        feeding = asyncio.create_task(_send(process, data))
        try:
            async with asyncio.timeout(self._wall_seconds):
                output = await _receive(process)
                await process.wait()
        except TimeoutError as error:
            raise _too_slow() from error
        finally:
            feeding.cancel()
            await _end(process)
        if process.returncode == -signal.SIGXCPU:
            raise _too_slow()
        if process.returncode != 0:
            raise _unreadable()
        return output


async def _send(process: asyncio.subprocess.Process, data: bytes) -> None:
    """A child that ends early closes the pipe; its exit status says why."""
    stream = process.stdin
    if stream is not None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            stream.write(data)
            await stream.drain()
        stream.close()


async def _receive(process: asyncio.subprocess.Process) -> bytes:
    """Everything the child says, as long as it stays within reason."""
    parts: list[bytes] = []
    size = 0
    while process.stdout is not None and (chunk := await process.stdout.read(65_536)):
        size += len(chunk)
        if size > _MOST_OUTPUT:
            raise _unreadable()
        parts.append(chunk)
    return b"".join(parts)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill the child's whole session when it still runs, and reap it.

    What it had written is read off first: asyncio reports an exit only when the pipes are empty.
    """
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    while process.stdout is not None and await process.stdout.read(65_536):
        continue
    await process.wait()


def _document(answer: dict[str, Any], name: str) -> DocumentText:
    blocks = tuple((int(level), str(text)) for level, text in answer["blocks"])
    return DocumentText(name, str(answer["title"]), blocks, int(answer["words"]))


def _too_slow() -> DocumentRefused:
    return DocumentRefused("too-slow", "The document takes too long to read. Please split it.")


def _unreadable() -> DocumentRefused:
    return DocumentRefused("unreadable", f"The document could not be read safely. {AGAIN}")
