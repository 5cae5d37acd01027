"""Stores engines' answers as they arrive, while extraction and events follow concurrently.

Invariant: a submitted answer is stored, or at least charged, whatever happens to the run; the
caller of `submit` waits until it is stored, so a killed worker loses only what was in flight.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import Answer, PanelPrompt, Question
from presence.domains.runs.service.answers.storing import (
    Kept,
    Tally,
    keep_paid,
    store_and_announce,
    tally,
)
from presence.domains.runs.service.engines import Entry
from presence.domains.runs.service.panels import Prompts
from presence.domains.runs.service.work import Work

WRITERS = 2  # concurrent transactions
LINGER_S = 0.02  # answers arrive in bunches: one transaction for those that arrive together
ANNOUNCE_EVERY_S = 0.3  # asking has priority: extracting an answer takes longer than submitting it
T = TypeVar("T")
AfterBatch = Callable[[int, int], Awaitable[None]]


@dataclass(slots=True)
class Round:
    """The questions still to be asked, by engine, and the progress."""

    work: Work
    prompts: Prompts
    entries: list[Entry]
    open: dict[str, list[Question]]
    done: int
    total: int
    after: AfterBatch
    by_key: dict[str, PanelPrompt] = field(default_factory=dict)

    async def stored(self, number: int) -> None:
        """Record that this many more answers were stored; publishes progress now and then."""
        self.done += number
        await self.work.lease.progress("answers", self.done, self.total, self._counts)

    async def _counts(self, session: AsyncSession) -> Tally:
        return await tally(session, self.work, self.entries, over=False)

    async def count_answers(self) -> None:
        """Update the counts that observers see."""
        await self.after(self.done, self.total)


@dataclass(frozen=True, slots=True)
class Handed:
    """A submitted answer; `taken` is set when nobody needs to wait for it any more."""

    question: Question
    answer: Answer
    taken: asyncio.Event = field(default_factory=asyncio.Event)


class AnswerWriter:
    """Stores submitted answers, batching those that wait together; errors are in `faults`.

    Stored answers are extracted and announced concurrently by another task.
    """

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._in: asyncio.Queue[Handed | None] = asyncio.Queue()
        self._unannounced: asyncio.Queue[list[Kept] | None] = asyncio.Queue()
        self._writers: list[asyncio.Task[None]] = []
        self._announcer: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self.faults: list[Exception] = []

    def open(self) -> None:
        """Start storing what is submitted."""
        self._writers = [asyncio.create_task(self._keep()) for _ in range(WRITERS)]
        self._announcer = asyncio.create_task(self._announce())

    async def submit(self, question: Question, answer: Answer) -> None:
        """Submit an answer; returns once it is stored, or once that failed."""
        handed = Handed(question, answer)
        self._in.put_nowait(handed)
        await handed.taken.wait()

    async def close(self) -> None:
        """Store and announce what was submitted, waiting for it even if this task is canceled."""
        await asyncio.shield(self._finish())

    async def _keep(self) -> None:
        """Runs until `close`; an error does not stop later answers from being stored."""
        while (first := await self._in.get()) is not None:
            await asyncio.sleep(LINGER_S)
            waiting = _all_of(self._in, first)
            for engine in sorted({handed.answer.engine.id for handed in waiting}):
                await self._keep_some([h for h in waiting if h.answer.engine.id == engine])

    async def _keep_some(self, handed: Sequence[Handed]) -> None:
        round_ = self._round
        try:
            given = [(item.question, item.answer) for item in handed]
            self._unannounced.put_nowait(await keep_paid(round_.work, round_.prompts, given))
        except Exception as fault:
            self.faults.append(fault)
        finally:
            for item in handed:
                item.taken.set()

    async def _announce(self) -> None:
        """Runs until `close`, announcing whatever is stored by then."""
        while (first := await self._unannounced.get()) is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), ANNOUNCE_EVERY_S)
            kept = [item for some in _all_of(self._unannounced, first) for item in some]
            try:
                if kept:
                    await store_and_announce(self._round.work, kept)
                    await self._round.stored(len(kept))
                    self._count_soon()
            except Exception as fault:
                self.faults.append(fault)

    async def _finish(self) -> None:
        for _ in self._writers:
            self._in.put_nowait(None)
        await asyncio.gather(*self._writers)
        self._unannounced.put_nowait(None)
        self._closing.set()
        if self._announcer is not None:
            await self._announcer
        if self._counting is not None:
            with contextlib.suppress(Exception):  # reported by the task's own callback
                await self._counting

    def _count_soon(self) -> None:
        """Start counting unless a count is running: it takes longer than storing an answer."""
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._round.count_answers())
            self._counting.add_done_callback(self._counted)

    def _counted(self, task: asyncio.Task[None]) -> None:
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception):
            self.faults.append(fault)


def _all_of(queue: asyncio.Queue[T | None], first: T) -> list[T]:
    """What is waiting in a queue up to its end marker, which is left for the next consumer."""
    found = [first]
    while not queue.empty():
        item = queue.get_nowait()
        if item is None:
            queue.put_nowait(None)
            break
        found.append(item)
    return found
