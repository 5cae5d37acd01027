"""Compressed logs of many members: read whole, in little, and refused where they hold nothing."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from backports import zstd

from presence.analysis.traffic import BrokenArchive, Unpacker

PACKINGS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "zstd": zstd.compress}
SKIPPED = b"\x50\x2a\x4d\x18\x04\0\0\0skip"


def unpack(data: bytes, chunk: int | None = None) -> bytes:
    """All that a file holds, fed in chunks of that many bytes, or at once."""
    reader, pieces = Unpacker(), list[bytes]()
    for start in range(0, len(data), chunk or len(data)):
        pieces += reader.feed(data[start : start + (chunk or len(data))])
    return b"".join([*pieces, *reader.close()])


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("chunk", [None, 1, 7, 65_536])
def test_every_member_is_read_wherever_chunks_end(packing: str, chunk: int | None) -> None:
    parts = [b"%d\n" % number * (number % 50) for number in range(3_000)]
    packed = b"".join(PACKINGS[packing](part) for part in parts)
    assert unpack(packed, chunk) == b"".join(parts)


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_thousand_empty_members_in_a_row_are_refused(packing: str) -> None:
    empty = PACKINGS[packing](b"")
    with pytest.raises(BrokenArchive, match="1,000 empty parts in a row"):
        unpack(PACKINGS[packing](b"a line") + empty * 1_000)


def test_a_thousand_skipped_frames_in_a_row_are_refused() -> None:
    with pytest.raises(BrokenArchive, match="empty parts"):
        unpack(zstd.compress(b"a line") + SKIPPED * 1_000)


@pytest.mark.parametrize("packing", PACKINGS)
def test_fewer_empty_members_between_others_are_passed_over(packing: str) -> None:
    pack = PACKINGS[packing]
    assert unpack((pack(b"") * 999 + pack(b"a")) * 3) == b"aaa"


class Counting:
    """Counts the bytes that decompressors are handed."""

    def __init__(self, real: Any, handed: list[int]) -> None:
        self._real, self._handed = real, handed

    def decompress(self, data: bytes, most: int) -> bytes:
        self._handed.append(len(data))
        found: bytes = self._real.decompress(data, most)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


@pytest.mark.parametrize("packing", PACKINGS)
def test_no_member_is_handed_the_rest_of_a_large_chunk(
    packing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed = list[int]()
    gunzip, unzstd = zlib.decompressobj, zstd.ZstdDecompressor
    monkeypatch.setattr(zlib, "decompressobj", lambda wbits: Counting(gunzip(wbits=wbits), handed))
    monkeypatch.setattr(zstd, "ZstdDecompressor", lambda: Counting(unzstd(), handed))
    packed = PACKINGS[packing](b"x") * 20_000
    assert unpack(packed) == b"x" * 20_000
    assert max(handed) <= 65_536 < len(packed)


@pytest.mark.parametrize("chunk", [None, 1, 512])
def test_zeros_between_members_and_anything_after_them_are_passed_over(chunk: int | None) -> None:
    padded = gzip.compress(b"a") + b"\0" * 40_000 + gzip.compress(b"b")
    assert unpack(padded + b"\0" * 600 + b"not gzip \x1f\x8b nor this", chunk) == b"ab"
