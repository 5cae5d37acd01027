"""What came back, and whether a word in it belongs to somebody else.

Invariant: every text is judged by the person for whom it was made; a canary in a log line, a job
or a question that is made for nobody is a leak as well.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from presence.core.logging import JsonFormatter

CANARY = re.compile(r"canary-(\d{4})-")
asking: ContextVar[int | None] = ContextVar("asking", default=None)


@dataclass
class Seen:
    """What came back."""

    answers: Counter[int] = field(default_factory=Counter)
    own: Counter[int] = field(default_factory=Counter)  # of what was asked of one's own
    looked_at: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    cancelled: int = 0
    cut: int = 0
    leaks: list[str] = field(default_factory=list)

    def add(self, other: Seen) -> None:
        """Take in what another process saw."""
        self.answers += other.answers
        self.own += other.own
        self.looked_at += other.looked_at
        self.sent += other.sent
        self.cancelled += other.cancelled
        self.cut += other.cut
        self.leaks += other.leaks

    def look(self, number: int | None, where: str, text: str) -> None:
        """Note every canary that is not of `number`, any canary when it is None."""
        for found in CANARY.findall(text):
            if number is None or int(found) != number:
                self.leaks.append(f"{where}: {found} shown to {number}")


class LogReader(logging.Handler):
    """Reads every line as the product would write it, tracebacks included."""

    def __init__(self, seen: Seen, counted: str) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self._seen = seen
        self._counted = counted

    def emit(self, record: logging.LogRecord) -> None:
        """Look for canaries of others than the one whose request or job runs."""
        self._seen.looked_at[self._counted] += 1
        self._seen.look(asking.get(), "log", self.format(record))


@contextmanager
def reading_logs(seen: Seen, counted: str) -> Iterator[None]:
    """Every logger read at the product's level, beside whoever reads already."""
    root = logging.getLogger()
    reader, level = LogReader(seen, counted), root.level
    root.addHandler(reader)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(reader)
        root.setLevel(level)
