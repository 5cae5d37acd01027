"""A log's bytes in chunks of any size, cut into lines with their offsets.

Invariant: the lines and offsets do not depend on where chunks end; a line over `LONGEST` bytes
costs no more memory than that, and is a wrong line.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 8 * 1024 * 1024
TOO_LONG: Final = "longer than 8 MB"
START_CHARS: Final = 200


# A line as Latin-1 text without its line break, where it begins, and whether this is all of it.
Line = tuple[str, int, bool]


class LineCutter:
    """Give it chunks, take lines; `close` gives the last line where no line break ends it."""

    def __init__(self) -> None:
        self._rest: list[str] = []
        self._kept = 0
        self._skipped = 0
        self._offset = 0

    @property
    def offset(self) -> int:
        """Where the line begins that has not ended yet, in bytes."""
        return self._offset

    def move_to(self, offset: int) -> None:
        """Go on at a place where a line begins; what was kept of another line is forgotten."""
        self._rest, self._kept, self._skipped, self._offset = [], 0, 0, offset

    def feed(self, chunk: bytes) -> list[Line]:
        """The lines that end in this chunk."""
        texts = chunk.decode("latin-1").split("\n")
        last = texts.pop()
        lines: list[Line] = []
        if texts:
            self._keep(texts[0])
            lines.append(self._take(1))
            offset = self._offset
            for text in texts[1:]:
                lines.append((text, offset, len(text) <= LONGEST))
                offset += len(text) + 1
            self._offset = offset
        self._keep(last)
        return lines

    def close(self) -> list[Line]:
        """What is left after the last line break."""
        return [self._take(0)] if self._kept else []

    def _keep(self, text: str) -> None:
        room = LONGEST + 1 - self._kept
        if room < len(text):
            self._skipped += len(text) - room
            text = text[:room]
        if text:
            self._rest.append(text)
            self._kept += len(text)

    def _take(self, line_break: int) -> Line:
        text = "".join(self._rest)
        line = (text, self._offset, len(text) <= LONGEST)
        self._offset += self._kept + self._skipped + line_break
        self._rest, self._kept, self._skipped = [], 0, 0
        return line
