"""The files of a log read on from a place: one that grows, or one that was packed when it was full.

Invariant: a line is handed out when it has ended, with the place behind it; what was read while a
file was emptied is not handed out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from presence.analysis.traffic import LogReader, Request, Unpacker, WrongLine
from presence.analysis.traffic.unpacking import packing_of
from presence.entrypoints.shipping.entries import Namer
from presence.entrypoints.shipping.places import HEAD, FilePlace

CHUNK = 512 * 1024
START = 64 * 1024  # packed, of a file by whose first KiB it is known
_FORMAT_BYTES = 256 * 1024
_MOST_READ_AGAIN = 4 * 1024 * 1024


@dataclass(frozen=True)
class LogPiece:
    """Requests with their JSON lines; `wrong` lines, and why the first; where the next begins."""

    requests: list[Request]
    entries: list[bytes]
    wrong: int
    reason: str
    end: int


class OpenLog:
    """A file that may still grow. It stays open, so it is the same file under any name."""

    def __init__(
        self, path: Path, place: FilePlace, settle_turn: Callable[[FilePlace], None]
    ) -> None:
        self._handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self.place, self._settle_turn = place, settle_turn
        self._namer, self._reader, self._fed = Namer(), LogReader(), 0
        self.restart()
        self._know_head()

    def restart(self) -> None:
        """Read on from the place, whatever was read before."""
        self._namer, self._reader, self._fed = Namer(), LogReader(), self.place.position
        if self.place.position:  # a format's own header and first lines are at the beginning
            start = os.pread(self._handle, min(_FORMAT_BYTES, self.place.position), 0)
            self._reader.feed(start[: start.rfind(b"\n") + 1])
            self._reader.read_waiting()
            self._reader.move_to(self.place.position)

    def close(self) -> None:
        """Let the file go."""
        os.close(self._handle)

    @property
    def status(self) -> os.stat_result:
        """What the file system knows of the file now."""
        return os.fstat(self._handle)

    @property
    def behind(self) -> int:
        """Bytes that were not read yet."""
        return self.status.st_size - self._fed

    @property
    def unfinished(self) -> int:
        """Bytes read of a line that has not ended."""
        return self._fed - self._reader.offset

    def emptied(self) -> bool:
        """Whether the file was emptied, and maybe written anew, since it was read."""
        size = self.status.st_size
        if size < self.place.head_bytes:
            return True
        if self.place.head_bytes and not self.place.begins(self._start()):
            return True
        if size < self._fed:  # cut back, as a crash of the machine does: nobody knows to where
            self.place.position = self.place.part = 0  # lines sent again count once
            self.restart()
        return False

    def read(self) -> LogPiece | None:
        """Lines that have ended since; None when there are no further bytes."""
        begin = self._reader.offset
        chunk = os.pread(self._handle, CHUNK, self._fed)
        if not chunk or not self._know_head() or self.status.st_size < self._fed + len(chunk):
            return None
        if self._fed == 0:
            chunk = self._without_hole(chunk)
            begin = self._reader.offset
        self._fed += len(chunk)
        batch = self._reader.feed(chunk)
        waited = self._reader.read_waiting()
        requests = batch.requests + waited.requests
        wrong = batch.wrong + waited.wrong
        if wrong and not requests:
            requests, wrong = self._second_look(begin, wrong)
        return self._piece(requests, wrong)

    def last_line(self) -> LogPiece | None:
        """The request of a last line that no line break ends; None where it holds none."""
        length, end = self.unfinished, self._reader.offset
        found = self._reader.close().requests
        entries = [self._namer.entry(one) for one in found]
        self.restart()
        if not found or self.place.part:
            return None
        self.place.part = length
        return LogPiece(found, entries, 0, "", end)

    def _piece(self, requests: list[Request], wrong: list[WrongLine]) -> LogPiece:
        if self.place.part:  # sent before it had ended
            requests = [one for one in requests if one.offset != self.place.position]
        entries = [self._namer.entry(one) for one in requests]
        reason = wrong[0].reason if wrong else ""
        return LogPiece(requests, entries, len(wrong), reason, self._reader.offset)

    def _know_head(self) -> bool:
        """Whether the file begins as it did; what it is known by grows with it up to a KiB."""
        start = self._start()
        place = self.place
        if place.head_bytes and not place.begins(start):
            return False
        self._namer.head = start
        if place.know(start):
            self._settle_turn(place)
        self._namer.turn = place.turn
        return True

    def _start(self) -> bytes:
        return os.pread(self._handle, HEAD, 0)

    def _without_hole(self, chunk: bytes) -> bytes:
        """Passes over the NULs that a file begins with which was emptied under its writer."""
        text = chunk.lstrip(b"\0")
        while not text and chunk:
            self._fed += len(chunk)
            chunk = os.pread(self._handle, CHUNK, self._fed)
            text = chunk.lstrip(b"\0")
        self._fed += len(chunk) - len(text)
        self._reader.move_to(self._fed)
        return text

    def _second_look(
        self, begin: int, wrong: list[WrongLine]
    ) -> tuple[list[Request], list[WrongLine]]:
        """The same lines in the format that they have, where an earlier one reads none of them."""
        end = self._reader.offset
        if not 0 < end - begin <= _MOST_READ_AGAIN:
            return [], wrong
        fresh = LogReader()
        fresh.move_to(begin)
        batch = fresh.feed(os.pread(self._handle, end - begin, begin))
        waited = fresh.read_waiting()
        requests = batch.requests + waited.requests
        if not requests:
            return [], wrong
        self._reader, self._fed = fresh, end
        return requests, batch.wrong + waited.wrong


class PackedLog:
    """A compressed file that is read once. It stays open, so it is the same file under any name.

    `status`: what the file system knew of it when it was opened.
    """

    def __init__(self, path: Path, place: FilePlace) -> None:
        self.path, self.place = path, place
        self._handle = path.open("rb")
        self.status = os.fstat(self._handle.fileno())

    def close(self) -> None:
        """Let the file go."""
        self._handle.close()

    def pieces(self) -> Iterator[LogPiece]:
        """The lines that were not sent. Raises OSError and BrokenArchive."""
        self._handle.seek(0)
        return packed_pieces(self._handle, self.place.position, self.place.turn)


def packed_pieces(handle: BinaryIO, skip: int, turn: int) -> Iterator[LogPiece]:
    """A packed file's lines from a place of the unpacked one on.

    Raises OSError and BrokenArchive.
    """
    unpacker, reader, namer = Unpacker(), LogReader(), Namer()
    namer.turn = turn

    def piece(unpacked: bytes, *, last: bool = False) -> LogPiece:
        if len(namer.head) < HEAD:
            namer.head = namer.head + unpacked[: HEAD - len(namer.head)]
        batch = reader.close() if last else reader.feed(unpacked)
        requests = [one for one in batch.requests if one.offset >= skip]
        wrong = [one for one in batch.wrong if one.offset >= skip]
        entries = [namer.entry(one) for one in requests]
        return LogPiece(
            requests, entries, len(wrong), wrong[0].reason if wrong else "", reader.offset
        )

    while chunk := handle.read(CHUNK):
        for unpacked in unpacker.feed(chunk):
            yield piece(unpacked)
    for unpacked in unpacker.close():
        yield piece(unpacked)
    yield piece(b"", last=True)


def is_packed(start: bytes) -> bool:
    """Whether a file that begins so is compressed."""
    return packing_of(start[:4]) != "plain"


def start_of(start: bytes) -> bytes:
    """The first KiB, unpacked, of a file that begins so. Raises BrokenArchive."""
    return next(Unpacker().feed(start), b"")[:HEAD]
