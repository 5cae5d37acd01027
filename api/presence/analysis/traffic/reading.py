"""Reading a log: bytes in, typed requests and wrong lines out, in bounded memory.

Invariant: what comes out does not depend on how the bytes were cut into chunks; no line is lost,
read twice or guessed at.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from presence.analysis.traffic.detection import UNKNOWN, ChosenFormat, detect
from presence.analysis.traffic.lines import START_CHARS, TOO_LONG, LineCutter
from presence.analysis.traffic.text import utf8_text
from presence.analysis.traffic.types import Batch, Detection, LogFormat, Request, WrongLine

DETECT_LINES: Final = 200
DETECT_CHARS: Final = 1024 * 1024
FINGERPRINT_BYTES: Final = 1024
_BOM: Final = "\xef\xbb\xbf"  # of UTF-8, one byte to a character
Pending = tuple[str, int, bool]


class LogReader:
    """Reads one uncompressed log: `feed` it chunks of bytes, then `close` it.

    The format is detected from the first `DETECT_LINES` lines, so the first batches may be empty
    until there are as many or the log ends. `detection` is None until then.
    """

    def __init__(self) -> None:
        self._cutter = LineCutter()
        self._pending: list[Pending] = []
        self._pending_chars = 0
        self._chosen: ChosenFormat | None = None
        self.detection: Detection | None = None

    @property
    def format(self) -> LogFormat | None:
        """The log's format, once detected."""
        return self._chosen.name if self._chosen else None

    @property
    def offset(self) -> int:
        """Where the line begins that has not ended yet, in bytes of the uncompressed file."""
        return self._cutter.offset

    def move_to(self, offset: int) -> None:
        """Go on at a place of the file where a line begins, with the format that was detected."""
        self._cutter.move_to(offset)

    def read_waiting(self) -> Batch:
        """What the lines hold that waited for the format, which is detected from these alone."""
        batch = Batch([], [])
        self._choose(batch)
        return batch

    def feed(self, chunk: bytes) -> Batch:
        """What the lines that end in this chunk hold."""
        return self._batch(self._cutter.feed(chunk), ended=False)

    def close(self) -> Batch:
        """What is left when the log has ended."""
        return self._batch(self._cutter.close(), ended=True)

    def choose_now(self) -> None:
        """Detects the format from the whole lines that came so far."""
        self.read_waiting()

    def _batch(self, lines: list[Pending], *, ended: bool) -> Batch:
        batch = Batch([], [])
        if self._chosen is not None:
            self._read(lines, self._chosen, batch)
            return batch
        for number, line in enumerate(lines):
            self._wait(line)
            if self._waited_enough():
                self._choose(batch)
                if self._chosen is not None:
                    self._read(lines[number + 1 :], self._chosen, batch)
                    return batch
        if ended:
            self._choose(batch)
        return batch

    def _wait(self, line: Pending) -> None:
        text, offset, whole = line
        if offset == 0:
            text = text.removeprefix(_BOM)
        if text and not text.isspace():
            self._pending.append((text, offset, whole))
            self._pending_chars += len(text)

    def _waited_enough(self) -> bool:
        return len(self._pending) >= DETECT_LINES or self._pending_chars >= DETECT_CHARS

    def _choose(self, batch: Batch) -> None:
        """Chooses a format by the lines that wait, and reads them; without one they are wrong."""
        waiting, self._pending, self._pending_chars = self._pending, [], 0
        if not waiting and self.detection is not None:
            return
        whole = [(text.removesuffix("\r"), offset) for text, offset, whole in waiting if whole]
        detection, chosen = detect(whole)
        if self.detection is None or chosen is not None:
            self.detection = detection
        if chosen is None:
            for text, offset, whole_line in waiting:
                batch.wrong.append(_wrong(text, offset, UNKNOWN if whole_line else TOO_LONG))
            return
        self._chosen = chosen
        self._read(waiting, chosen, batch)

    def _read(self, lines: list[Pending], chosen: ChosenFormat, batch: Batch) -> None:
        read, requests = chosen.read, batch.requests
        for text, offset, whole in lines:
            if text[-1:] == "\r":
                text = text[:-1]
            if not text or text.isspace():
                continue
            if chosen.w3c is not None and text[0] == "#":
                chosen.w3c.header(text)
                continue
            found = read(text, offset) if whole else TOO_LONG
            if found.__class__ is Request:
                requests.append(found)
            else:
                batch.wrong.append(_wrong(text, offset, str(found)))


def _wrong(text: str, offset: int, reason: str) -> WrongLine:
    return WrongLine(offset, reason, utf8_text(text[:START_CHARS]))


def detect_log(head: bytes) -> Detection:
    """What a file is, from its first bytes (uncompressed; a last line cut short does not count).

    64 KiB are plenty; a file smaller than that can be handed in whole, with its last line break.
    """
    reader = LogReader()
    reader.feed(head)
    if reader.detection is None and (head.count(b"\n") == 0 or head.endswith(b"\n")):
        reader.close()
    elif reader.detection is None:
        reader.choose_now()
    return reader.detection or Detection(None, (), 0, 0, "The file is empty.")


def fingerprint(start: bytes) -> str:
    """What names a file by its first KiB, uncompressed; a file that has grown keeps its name.

    Give at least the first 1024 bytes once the file has as many.
    """
    return sha256(start[:FINGERPRINT_BYTES]).hexdigest()
