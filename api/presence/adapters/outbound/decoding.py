"""Removes one Content-Encoding while counting what comes out.

Invariant: a body object never holds more than its limit, and no call to a decoder may produce
more than the room that is left: a bomb is stopped at the limit, not after it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Protocol

import brotli

ACCEPTED = "gzip, deflate, br"
_GZIP_MEMBERS = 16


class BadEncoding(Exception):
    """The body is not what its Content-Encoding says, or is encoded in a way we refuse."""


class _Decoder(Protocol):
    finished: bool

    def decode(self, data: bytes, room: int) -> bytes: ...


class Body:
    """Collects a response body; `overflow` once more than `limit` decoded or wire bytes came."""

    def __init__(self, encodings: Iterable[str], limit: int) -> None:
        self._decoder = _decoder_for(encodings)
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0
        self.wire_bytes = 0
        self.overflow = False

    def feed(self, data: bytes) -> None:
        """Take bytes from the network. Raises BadEncoding."""
        self.wire_bytes += len(data)
        room = self._limit - self._size
        out = data if self._decoder is None else self._decoder.decode(data, room + 1)
        if len(out) > room:
            self.overflow = True
            out = out[:room]
        self.overflow = self.overflow or self.wire_bytes > self._limit
        self._size += len(out)
        self._parts.append(out)

    def finish(self) -> None:
        """The response is complete. Raises BadEncoding if the encoded data is not."""
        # guard: outbound.cut-encoding
        if self._decoder is not None and self.wire_bytes and not self._decoder.finished:
            raise BadEncoding

    def value(self) -> bytes:
        """The decoded bytes so far, at most the limit."""
        return self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)


def _decoder_for(encodings: Iterable[str]) -> _Decoder | None:
    named = [
        part for value in encodings for part in value.replace(" ", "").lower().split(",") if part
    ]
    real = [name for name in named if name != "identity"]
    if not real:
        return None
    if len(real) > 1:  # guard: outbound.nested-encoding
        raise BadEncoding
    if real[0] in ("gzip", "x-gzip"):
        return _Gzip()
    if real[0] == "deflate":
        return _Deflate()
    if real[0] == "br":
        return _Brotli()
    raise BadEncoding


class _Gzip:
    """RFC 1952; a few members may follow each other, as concatenated files do."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(31)
        self._members = 1
        self.finished = False

    def decode(self, data: bytes, room: int) -> bytes:
        out = bytearray()
        try:
            while data and len(out) < room:
                if self._member.eof:
                    self._members += 1
                    if self._members > _GZIP_MEMBERS or data[:1] != b"\x1f":
                        break  # padding after the last member is common and harmless
                    self._member = zlib.decompressobj(31)
                out += self._member.decompress(data, room - len(out))
                data = self._member.unused_data if self._member.eof else b""
        except zlib.error as error:
            raise BadEncoding from error
        self.finished = self._member.eof
        return bytes(out)


class _Deflate:
    """RFC 1950, or the bare RFC 1951 stream that some servers send under the same name."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()
        self._begun = False
        self.finished = False

    def decode(self, data: bytes, room: int) -> bytes:
        try:
            out = self._stream.decompress(data, room)
        except zlib.error as error:
            if self._begun:
                raise BadEncoding from error
            self._begun = True
            self._stream = zlib.decompressobj(-zlib.MAX_WBITS)
            return self.decode(data, room)
        self._begun = True
        self.finished = self._stream.eof
        return out


class _Brotli:
    """RFC 7932."""

    def __init__(self) -> None:
        self._stream = brotli.Decompressor()
        self.finished = False

    def decode(self, data: bytes, room: int) -> bytes:
        try:
            out: bytes = self._stream.process(data, output_buffer_limit=room)
            while len(out) < room and not self._stream.can_accept_more_data():
                out += self._stream.process(b"", output_buffer_limit=room - len(out))
        except brotli.error as error:
            raise BadEncoding from error
        self.finished = self._stream.is_finished()
        return out[:room]
