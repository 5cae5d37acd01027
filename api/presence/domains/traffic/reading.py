"""Reads a log's parts one after the other and says what each adds, from any place in the file.

Pure but for the time it takes: call it in a thread. Invariant: a request counts from `skip` on, by
its place in the unpacked file, so it makes no difference where an earlier reading stopped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b, sha256

from presence.analysis.traffic import (
    Addresses,
    Batch,
    BrokenArchive,
    LogReader,
    Request,
    Unpacker,
    Visitors,
    kept_lists,
)
from presence.domains.traffic.folding import storable

FINGERPRINT_BYTES = 1_024
MOST_WRONG = 1_000  # lines kept of those that could not be read
MOST_UNPACKED = 64 * 1024**3
BOMB = "This file unpacks to more than 64 GB. Split the log and send the parts."
FUTURE = "from the future; check the server's clock"
_SHOWN = 200
_ADDRESSES = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")


@dataclass(slots=True)
class Piece:
    """What some bytes of a log held. `end` is the place after the last line, unpacked."""

    requests: list[Request] = field(default_factory=list)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)
    end: int = 0


class LogParts:
    """Give it the parts of a file in order and take pieces; `close` after the last one.

    Raises BrokenArchive. `known_bytes` are those an earlier upload of the same file had; `matches`
    is False once they turn out to be others. A request after `latest` (seconds since 1970, None
    takes any) is a wrong line.
    """

    def __init__(
        self,
        skip: int,
        known_bytes: int = 0,
        known_digest: bytes = b"",
        latest: float | None = None,
    ) -> None:
        self._latest = latest
        self._unpacker, self._reader = Unpacker(), LogReader()
        self._skip = max(skip, known_bytes)
        self._known_bytes, self._known_digest = known_bytes, known_digest
        self._digest = sha256()
        self._head = b""
        self.unpacked = 0
        self.matches = True

    @property
    def format(self) -> str:
        """The log's format, "" while it is not known."""
        return self._reader.format or ""

    @property
    def problem(self) -> str:
        """Why no line can be read, "" if some can."""
        found = self._reader.detection
        return found.problem if found is not None and found.format is None else ""

    @property
    def fingerprint(self) -> bytes:
        """Of the first KiB, or of all of a shorter file."""
        return blake2b(self._head, digest_size=16).digest()

    @property
    def digest(self) -> bytes:
        """Of everything that was unpacked so far."""
        return self._digest.digest()

    def feed(self, content: bytes) -> Iterator[Piece]:
        """What a part held, in pieces of about a MiB."""
        for unpacked in self._unpacker.feed(content):
            yield self._piece(unpacked)

    def close(self) -> Iterator[Piece]:
        """What is left when the file has ended."""
        for unpacked in self._unpacker.close():
            yield self._piece(unpacked)
        yield self._counted(self._reader.close())

    def _piece(self, unpacked: bytes) -> Piece:
        if len(self._head) < FINGERPRINT_BYTES:
            self._head += unpacked[: FINGERPRINT_BYTES - len(self._head)]
        self._compare(unpacked)
        self.unpacked += len(unpacked)
        if self.unpacked > MOST_UNPACKED:  # guard: traffic.most-unpacked
            raise BrokenArchive(BOMB)
        return self._counted(self._reader.feed(unpacked))

    def _compare(self, unpacked: bytes) -> None:
        until = self._known_bytes - self.unpacked
        if 0 < until <= len(unpacked):
            self._digest.update(unpacked[:until])
            self.matches = self._digest.digest() == self._known_digest
            unpacked = unpacked[until:]
        self._digest.update(unpacked)

    def _counted(self, batch: Batch) -> Piece:
        ends = [one.offset + 1 for one in batch.requests[-1:]]
        ends += [one.offset + 1 for one in batch.wrong[-1:]]
        requests = [one for one in batch.requests if one.offset >= self._skip]
        wrong = [
            (one.offset, storable(one.reason)[:_SHOWN], masked(one.start))
            for one in batch.wrong
            if one.offset >= self._skip
        ]
        future = [one for one in requests if self._is_future(one)]
        if future:
            requests = [one for one in requests if not self._is_future(one)]
            wrong += [(one.offset, FUTURE, masked(f"{one.method} {one.path}")) for one in future]
        return Piece(requests, sorted(wrong), max(ends, default=0))

    def _is_future(self, request: Request) -> bool:
        return self._latest is not None and request.time > self._latest


def masked(text: str) -> str:
    """The beginning of a line without addresses of computers and of people."""
    plain = _MAIL.sub("[e-mail]", _ADDRESSES.sub("[address]", text))
    return storable(plain)[:_SHOWN]


def event_digest(event: str) -> bytes:
    """What an event id is known by."""
    return blake2b(event.encode("utf-8", "replace"), digest_size=16).digest()


@lru_cache(maxsize=1)
def visitors() -> Visitors:
    """Who made a request, by the address lists that come with the product."""
    return Visitors(Addresses(kept_lists()))
