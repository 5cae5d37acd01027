"""Where answers of assistants are handed in: kept at once, read and told while asking goes on.

Invariant: an answer that was handed in is stored, or at least settled, whatever happens to the
run; whoever hands one in waits until it is kept, so a killed worker loses only what was in flight.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import Answer, PanelPrompt, Question
from presence.domains.visibility.service.answers.storing import (
    Kept,
    keep_paid,
    store_and_announce,
    tally,
)
from presence.domains.visibility.service.rows import Row
from presence.domains.visibility.service.runs.engines import Entry
from presence.domains.visibility.service.runs.panels import Prompts
from presence.domains.visibility.service.runs.work import Work

WRITERS = 2  # transactions at once
LINGER_S = 0.02  # answers come in bunches: one transaction for those that come together
TELL_EVERY_S = 0.3  # asking goes first: reading an answer takes longer than handing it in
T = TypeVar("T")
AfterBatch = Callable[[int, int], Awaitable[None]]


@dataclass(slots=True)
class Round:
    """What is still to be asked, by engine, and how far it is."""

    work: Work
    prompts: Prompts
    entries: list[Entry]
    open: dict[str, list[Question]]
    done: int
    total: int
    after: AfterBatch
    by_key: dict[str, PanelPrompt] = field(default_factory=dict)

    async def stored(self, number: int) -> None:
        """So many more answers are stored; says so, now and then."""
        self.done += number
        await self.work.ledger.progress("answers", self.done, self.total, self._counts)

    async def _counts(self, session: AsyncSession) -> Row:
        return await tally(session, self.work, self.entries, over=False)

    async def count_answers(self) -> None:
        """Let whoever looks on count what there is."""
        await self.after(self.done, self.total)


@dataclass(frozen=True, slots=True)
class Handed:
    """An answer on the desk; `taken` is set when nobody needs to wait for it any more."""

    question: Question
    answer: Answer
    taken: asyncio.Event = field(default_factory=asyncio.Event)


class AnswerWriter:
    """Takes answers in and keeps them, those that wait together; what went wrong is in `faults`.

    What is kept is read and told meanwhile, by somebody else.
    """

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._in: asyncio.Queue[Handed | None] = asyncio.Queue()
        self._untold: asyncio.Queue[list[Kept] | None] = asyncio.Queue()
        self._clerks: list[asyncio.Task[None]] = []
        self._teller: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self.faults: list[Exception] = []

    def open(self) -> None:
        """Begin to keep what is handed in."""
        self._clerks = [asyncio.create_task(self._keep()) for _ in range(WRITERS)]
        self._teller = asyncio.create_task(self._tell())

    async def submit(self, question: Question, answer: Answer) -> None:
        """Leave an answer; returns when it is kept, or when that went wrong."""
        handed = Handed(question, answer)
        self._in.put_nowait(handed)
        await handed.taken.wait()

    async def close(self) -> None:
        """Keep and tell what was handed in, and wait for it even when this task is canceled."""
        await asyncio.shield(self._finish())

    async def _keep(self) -> None:
        """Until `close`; a fault does not keep the next answers from their turn."""
        while (first := await self._in.get()) is not None:
            await asyncio.sleep(LINGER_S)
            waiting = _all_of(self._in, first)
            for engine in sorted({handed.answer.engine.id for handed in waiting}):
                await self._keep_some([h for h in waiting if h.answer.engine.id == engine])

    async def _keep_some(self, handed: Sequence[Handed]) -> None:
        round_ = self._round
        try:
            given = [(item.question, item.answer) for item in handed]
            self._untold.put_nowait(await keep_paid(round_.work, round_.prompts, given))
        except Exception as fault:
            self.faults.append(fault)
        finally:
            for item in handed:
                item.taken.set()

    async def _tell(self) -> None:
        """Until `close`, whatever is kept by then."""
        while (first := await self._untold.get()) is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), TELL_EVERY_S)
            kept = [item for some in _all_of(self._untold, first) for item in some]
            try:
                if kept:
                    await store_and_announce(self._round.work, kept)
                    await self._round.stored(len(kept))
                    self._count_soon()
            except Exception as fault:
                self.faults.append(fault)

    async def _finish(self) -> None:
        for _ in self._clerks:
            self._in.put_nowait(None)
        await asyncio.gather(*self._clerks)
        self._untold.put_nowait(None)
        self._closing.set()
        if self._teller is not None:
            await self._teller
        if self._counting is not None:
            with contextlib.suppress(Exception):  # told by the task's own callback
                await self._counting

    def _count_soon(self) -> None:
        """Begin to count unless somebody still does: that takes longer than storing an answer."""
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._round.count_answers())
            self._counting.add_done_callback(self._counted)

    def _counted(self, task: asyncio.Task[None]) -> None:
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception):
            self.faults.append(fault)


def _all_of(queue: asyncio.Queue[T | None], first: T) -> list[T]:
    """What waits in a queue up to its end, which is left for whoever comes next."""
    found = [first]
    while not queue.empty():
        item = queue.get_nowait()
        if item is None:
            queue.put_nowait(None)
            break
        found.append(item)
    return found
