"""Compressed logs undone as they come: plain, gzip (any number of members) and Zstandard.

Invariant: pieces are at most `PIECE` bytes, so a file that unpacks to a thousand times its size
costs no more memory than another; a file cut short gives what was in it and then says so. The work
grows with the file's size and with what it holds, however many members it has.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final, Literal

from backports import zstd

PIECE: Final = 1024 * 1024
SLICE: Final = 16 * 1024  # a decompressor copies what follows its member, so it is handed little
MOST_EMPTY: Final = 1_000
MAGIC: Final = 4
Packing = Literal["plain", "gzip", "zstd"]


class BrokenArchive(ValueError):
    """The compressed file is damaged or cut short; the message says which."""


def packing_of(start: bytes) -> Packing:
    """How a file is compressed, by its first four bytes."""
    if start.startswith(b"\x1f\x8b"):
        return "gzip"
    if start.startswith(b"\x28\xb5\x2f\xfd") or (
        start[1:4] == b"\x2a\x4d\x18" and start[0] >> 4 == 5
    ):
        return "zstd"
    return "plain"


class Unpacker:
    """Give it the file's chunks, take its uncompressed pieces; `close` after the last chunk.

    Raises BrokenArchive from either.
    """

    def __init__(self) -> None:
        self._start = b""
        self.packing: Packing | None = None
        self._gzip: zlib._Decompress | None = None
        self._zstd: zstd.ZstdDecompressor | None = None
        self._between = True
        self._padded = False
        self._members = 0
        self._gave = False
        self._empty = 0

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The uncompressed pieces this chunk completes."""
        if self.packing is None:
            self._start += chunk
            if len(self._start) < MAGIC:
                return
            chunk = self._begin()
        yield from self._unpacked(chunk)

    def close(self) -> Iterator[bytes]:
        """What a file shorter than its mark held; raises where a compressed file was cut short."""
        if self.packing is None:
            yield from self._unpacked(self._begin())
        if self.packing != "plain" and not self._between:
            raise BrokenArchive(f"The {self.packing} file is cut short; what it held was read.")

    def _begin(self) -> bytes:
        self.packing = packing_of(self._start)
        start, self._start = self._start, b""
        return start

    def _unpacked(self, chunk: bytes) -> Iterator[bytes]:
        if self.packing == "plain":
            if chunk:
                yield chunk
            return
        undo = self._gunzip if self.packing == "gzip" else self._unzstd
        for start in range(0, len(chunk), SLICE):
            yield from undo(chunk[start : start + SLICE])

    def _gunzip(self, data: bytes) -> Iterator[bytes]:
        while data and not self._padded:
            if self._gzip is None:
                if self._between and self._members:
                    data = data.lstrip(b"\0")
                    self._padded = data[:1] not in (b"", b"\x1f")
                    if self._padded or not data:
                        return  # padding after the last member, which gzip passes over too
                self._gzip, self._between = zlib.decompressobj(wbits=31), False
            try:
                piece = self._gzip.decompress(data, PIECE)
                while piece:
                    self._gave = True
                    yield piece
                    data = self._gzip.unconsumed_tail
                    piece = self._gzip.decompress(data, PIECE) if not self._gzip.eof else b""
            except zlib.error as error:
                raise BrokenArchive(
                    "The gzip file is damaged; what it held before was read."
                ) from error
            data = b""
            if self._gzip.eof:
                data = self._gzip.unused_data
                self._gzip = None
                self._end_member()

    def _unzstd(self, data: bytes) -> Iterator[bytes]:
        while data or (self._zstd is not None and not self._zstd.needs_input):
            if self._zstd is None:
                self._zstd, self._between = zstd.ZstdDecompressor(), False
            try:
                piece = self._zstd.decompress(data, PIECE)
            except zstd.ZstdError as error:
                raise BrokenArchive(
                    "The zstd file is damaged; what it held before was read."
                ) from error
            data = b""
            if piece:
                self._gave = True
                yield piece
            if self._zstd.eof:
                data = self._zstd.unused_data
                self._zstd = None
                self._end_member()

    def _end_member(self) -> None:
        self._between = True
        self._members += 1
        self._empty = 0 if self._gave else self._empty + 1
        self._gave = False
        if self._empty >= MOST_EMPTY:  # guard: traffic.most-empty-members
            raise BrokenArchive(
                f"The {self.packing} file holds {MOST_EMPTY:,} empty parts in a row;"
                " what came before was read. Compress the log again."
            )
