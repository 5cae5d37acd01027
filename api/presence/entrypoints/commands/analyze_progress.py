"""Progress of `presence analyze` on standard error.

Invariant: silent when standard error is not a terminal, so logs and pipes stay clean.
"""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed

from presence.analysis.ports import STAGES, Stage

LABELS: dict[Stage, str] = {
    "ingest": "Reading pages",
    "panel": "Choosing questions",
    "answers": "Asking",
    "extract": "Reading answers",
    "audit": "Checking the site",
    "score": "Scoring",
    "recommend": "Finding what to do",
}


class ProgressBar:
    """One line per stage; an `analysis.ports.Progress`."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description:<20}"),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            Elapsed(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._tasks: dict[Stage, TaskID] = {}

    def __enter__(self) -> ProgressBar:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    async def __call__(self, stage: Stage, done: int, total: int) -> None:
        """Show a count; earlier stages are marked complete."""
        if stage not in self._tasks:
            self._tasks[stage] = self._progress.add_task(LABELS[stage], total=total)
            for earlier in STAGES[: STAGES.index(stage)]:
                if earlier in self._tasks:
                    self._finish(self._tasks[earlier])
        self._progress.update(self._tasks[stage], completed=done, total=max(total, done))

    def _finish(self, task: TaskID) -> None:
        finished = next(row for row in self._progress.tasks if row.id == task)
        self._progress.update(task, completed=finished.total)
