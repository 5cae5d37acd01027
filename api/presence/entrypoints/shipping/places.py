"""How far each file of a log was sent, in a small file that a crash leaves whole.

Invariant: the file is replaced at once or not at all, one process at a time has it, and it holds
nothing of the log but digests.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from pathlib import Path
from typing import Any

VERSION = 1
HEAD = 1_024  # of a file, by which it is known
MOST_DONE = 50


class StateUnusable(Exception):
    """The state cannot be kept or belongs to another log; the message says which."""


@dataclass(slots=True, eq=False)
class FilePlace:
    """A file, and how far it was sent.

    `head` is a digest of its first `head_bytes`, `first` one of its # headers and first line. What
    begins at `position` was not sent, but for an unfinished line of `part` bytes. `done`: sent to
    its end. `lost`: since when it is looked for (seconds since 1970), 0 for a file at hand.
    """

    device: int
    inode: int
    head: str = ""
    head_bytes: int = 0
    first: str = ""
    position: int = 0
    turn: int = 0
    part: int = 0
    done: bool = False
    lost: float = 0.0

    @property
    def file(self) -> tuple[int, int]:
        """What the file system knows the file by."""
        return self.device, self.inode

    def know(self, start: bytes) -> bool:
        """Know the file by its first KiB, as far as there is one; whether its first line is new."""
        if len(start) > self.head_bytes:
            self.head, self.head_bytes = digest_of(start), len(start)
        first = _first_line(start)
        if self.first or not first:
            return False
        self.first = digest_of(first)
        return True

    def begins(self, start: bytes) -> bool:
        """Whether a file that begins so is this one, or a copy of it."""
        known = start[: self.head_bytes]
        return len(known) == self.head_bytes > 0 and digest_of(known) == self.head


@dataclass
class ShippingState:
    """The places of a log's files. `looked`: when the folder was looked at last."""

    path: Path
    log: str
    looked: float = 0.0
    places: list[FilePlace] = field(default_factory=list)
    damaged: bool = False
    _lock: int = -1

    @classmethod
    def open(cls, path: Path, log: str) -> ShippingState:
        """The state of a log, locked for this process. Raises StateUnusable."""
        state = cls(path, log)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            state._lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(state._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StateUnusable(f"Another ship-log has {path}. End it, or use --state.") from error
        except OSError as error:
            raise StateUnusable(f"{path} cannot be written: {error.strerror}.") from error
        state._read()
        return state

    def _read(self) -> None:
        try:
            found = json.loads(self.path.read_bytes())
            version, log = found["version"], found["log"]
            self.looked = float(found["looked"])
            self.places = [_place(one) for one in found["files"]]
        except FileNotFoundError:
            return
        except OSError as error:
            raise StateUnusable(f"{self.path} cannot be read: {error.strerror}.") from error
        except (ValueError, KeyError, TypeError, RecursionError):
            self.damaged, self.looked, self.places = True, 0.0, []
            return
        if version != VERSION:
            raise StateUnusable(f"{self.path} was written by another version; use --state.")
        if log != self.log:
            raise StateUnusable(f"{self.path} belongs to another log; use another with --state.")

    def save(self) -> None:
        """Store the places for good. Raises StateUnusable."""
        done = [place for place in self.places if place.done]
        for place in done[:-MOST_DONE]:
            self.places.remove(place)
        files = [asdict(place) for place in self.places]
        found = {"version": VERSION, "log": self.log, "looked": self.looked, "files": files}
        temporary = self.path.with_name(f"{self.path.name}.new")
        try:
            with temporary.open("wb") as handle:
                handle.write(json.dumps(found).encode())
                handle.flush()
                os.fsync(handle.fileno())
            temporary.replace(self.path)
            self._sync_folder()
        except OSError as error:
            raise StateUnusable(f"{self.path} cannot be written: {error.strerror}.") from error

    def _sync_folder(self) -> None:
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            with suppress(OSError):  # some file systems cannot
                os.fsync(folder)
        finally:
            os.close(folder)


def digest_of(content: bytes) -> str:
    """What some bytes are known by."""
    return blake2b(content, digest_size=16).hexdigest()


def _first_line(start: bytes) -> bytes:
    """A file's first line with the # headers before it, which many files share; or nothing yet."""
    end = 0
    while start[end : end + 1] == b"#":
        end = start.find(b"\n", end) + 1 or len(start)
    end = start.find(b"\n", end)
    if end < 0:
        return start if len(start) == HEAD else b""
    return start[:end]


def _place(found: dict[str, Any]) -> FilePlace:
    place = FilePlace(**{one.name: found[one.name] for one in fields(FilePlace)})
    numbers = (place.device, place.inode, place.head_bytes, place.position, place.turn, place.part)
    if not all(isinstance(one, int) and one >= 0 for one in numbers):
        raise ValueError
    return place
