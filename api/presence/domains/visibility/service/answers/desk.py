"""Where answers of assistants are handed in: asking goes on while they are stored.

Invariant: an answer that was handed in is stored, or at least settled, whatever happens to the
run; at most `ROOM` answers wait, so a killed worker loses few that were paid for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import Answer, PanelPrompt, Question
from presence.domains.visibility.service.answers.storing import store_paid, tally
from presence.domains.visibility.service.rows import Row
from presence.domains.visibility.service.runs.engines import Entry
from presence.domains.visibility.service.runs.panels import Prompts
from presence.domains.visibility.service.runs.work import Work

ROOM = 20
CLERKS = 3  # answers stored at once
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

    async def reckon(self) -> None:
        """Let whoever looks on count what there is."""
        await self.after(self.done, self.total)


class Desk:
    """Takes answers in and stores them, a few at once; what went wrong is in `faults`."""

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._in: asyncio.Queue[tuple[Question, Answer] | None] = asyncio.Queue(ROOM)
        self._clerks: list[asyncio.Task[None]] = []
        self._reckoning: asyncio.Task[None] | None = None
        self.faults: list[Exception] = []

    async def hand_in(self, question: Question, answer: Answer) -> None:
        """Leave an answer; waits while the desk is full."""
        await self._in.put((question, answer))

    async def _store(self) -> None:
        """Until `close`; a fault does not keep the next answer from its turn."""
        while (given := await self._in.get()) is not None:
            round_ = self._round
            try:
                await store_paid(round_.work, round_.prompts, *given)
                await round_.stored(1)
                self._reckon()
            except Exception as fault:
                self.faults.append(fault)

    def open(self) -> None:
        """Begin to store what is handed in."""
        self._clerks = [asyncio.create_task(self._store()) for _ in range(CLERKS)]

    async def close(self) -> None:
        """Store what was handed in, and wait for it even when this task is canceled."""
        await asyncio.shield(self._finish())

    async def _finish(self) -> None:
        for _ in self._clerks:
            await self._in.put(None)
        await asyncio.gather(*self._clerks)
        if self._reckoning is not None:
            with contextlib.suppress(Exception):  # told by the task's own callback
                await self._reckoning

    def _reckon(self) -> None:
        """Begin to count unless somebody still does: that takes longer than storing an answer."""
        if self._reckoning is None or self._reckoning.done():
            self._reckoning = asyncio.create_task(self._round.reckon())
            self._reckoning.add_done_callback(self._reckoned)

    def _reckoned(self, task: asyncio.Task[None]) -> None:
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception):
            self.faults.append(fault)
