"""What came back, and whether a word in it belongs to somebody else.

Invariant: every text is judged by the person for whom it was made; a canary in a log line, a job
or a question that is made for nobody is a leak as well.
"""

from __future__ import annotations

import io
import logging
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

import pypdfium2

from presence.core.logging import JsonFormatter

CANARY = re.compile(r"canary-(\d{4})-")
_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
asking: ContextVar[int | None] = ContextVar("asking", default=None)


@dataclass
class Seen:
    """What came back. `owners` tells whose an id is: what carries no text gives itself away so."""

    owners: Mapping[str, int] = field(default_factory=dict)
    answers: Counter[int] = field(default_factory=Counter)
    own: Counter[int] = field(default_factory=Counter)  # of what was asked of one's own
    looked_at: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)  # one's own canaries and ids, by surface
    sent: int = 0
    cancelled: int = 0
    cut: int = 0
    leaks: list[str] = field(default_factory=list)
    unforeseen: list[str] = field(default_factory=list)

    def add(self, other: Seen) -> None:
        """Take in what another process saw."""
        self.answers += other.answers
        self.own += other.own
        self.looked_at += other.looked_at
        self.known += other.known
        self.sent += other.sent
        self.cancelled += other.cancelled
        self.cut += other.cut
        self.leaks += other.leaks
        self.unforeseen += other.unforeseen

    def look(self, number: int | None, surface: str, text: str, asked: str = "") -> None:
        """Note every canary and id that is not of `number`, any canary when it is None.

        `surface` is a word, and whatever helps to find the place; ids in `asked` may come back.
        """
        kind = surface.split()[0]
        self.looked_at[kind] += 1
        for found in CANARY.findall(text):
            if number is not None and int(found) == number:
                self.known[kind] += 1
            else:
                self.leaks.append(f"{surface}: {found} shown to {number}")
        for found in _ID.findall(text) if number is not None else ():
            owner = self.owners.get(found)
            if owner == number:
                self.known[kind] += 1
            elif owner is not None and found not in asked:
                self.leaks.append(f"{surface}: id of {owner:04d} shown to {number}")


def text_of(content: bytes) -> str:
    """What somebody who opens a file may read: text, every member of an archive, a PDF's words."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return "\n".join(text_of(packed.read(name)) for name in packed.namelist())
    if content.startswith(b"%PDF"):
        pages = (page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(content))
        return re.sub(r"\s+", "", "\n".join(pages))  # a line may break within a word
    return content.decode("utf-8", "replace")


class LogReader(logging.Handler):
    """Reads every line as the product would write it, tracebacks included."""

    def __init__(self, seen: Seen, surface: str) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self._seen = seen
        self._surface = surface

    def emit(self, record: logging.LogRecord) -> None:
        """Look for canaries of others than the one whose request or job runs.

        A line may name the id that was asked for, so ids are no leak here.
        """
        line = _ID.sub("", self.format(record))
        self._seen.look(asking.get(), self._surface, line)


@contextmanager
def reading_logs(seen: Seen, surface: str) -> Iterator[None]:
    """Every logger read at the product's level, beside whoever reads already."""
    root = logging.getLogger()
    reader, level = LogReader(seen, surface), root.level
    root.addHandler(reader)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(reader)
        root.setLevel(level)
