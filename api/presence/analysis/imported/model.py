"""What an import consists of, its limits, and how it is refused.

Invariant: an imported answer is what its file says; what the file leaves out is empty or None.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from presence.analysis.types import Citation, RawAnswer

MOST_BYTES: Final = 10_000_000
MOST_ANSWERS: Final = 10_000
MOST_ANSWER_BYTES: Final = 1_000_000


class ImportRefused(ValueError):
    """The file cannot be taken. The message is the first of its `problems`: sentences to show."""

    def __init__(self, *problems: str) -> None:
        super().__init__(problems[0])
        self.problems = problems


@dataclass(frozen=True, slots=True)
class ImportedAnswer:
    """One answer of a file. `place` says where it stands there ("Row 7").

    `citations` are the links the file lists beside the text, None where it lists none. Links
    within the text are found where those of any answer are found.
    """

    text: str
    prompt: str = ""
    engine: str = ""
    answered_at: datetime | None = None
    locale: str = ""
    citations: tuple[Citation, ...] | None = None
    place: str = ""


def as_raw(imported: ImportedAnswer) -> RawAnswer:
    """The answer as an engine would have given it; the engine's name stands for its model."""
    return RawAnswer(
        status="completed",
        text=imported.text,
        model=imported.engine,
        citations=imported.citations,
    )
