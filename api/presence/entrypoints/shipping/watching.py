"""Finds the files of a log: the one at its path, and those it was rotated into.

Invariant: a file is read on from where it was left, under whatever name it is found again: renamed,
copied and emptied (copytruncate), or packed. A file in which nothing was written for a while and
that is at its path no more is done. A packed one is done when all of it was read: one that cannot
be read is looked for again.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from presence.analysis.traffic import BrokenArchive
from presence.entrypoints.shipping.logs import START, OpenLog, PackedLog, is_packed, start_of
from presence.entrypoints.shipping.places import FilePlace, ShippingState

IDLE_S = 600.0
FORGET_S = 3 * 86_400.0  # a source takes no older lines
_SLACK_S = 2.0
_AGAIN_S = 30.0  # until a file that was not found is looked for again
_ANY_TIME = (0, 0)  # when to try a file again that could not be read, though it stays as it is
_GONE = (
    "The file that was read before was not found again: it was deleted, emptied or given a name"
    " that is not known here. What was added to it since may be missing."
)


class NoLog(Exception):
    """The path is no log that can be read; the message says why."""


@dataclass(frozen=True)
class _Found:
    """A file beside the log, or the log itself."""

    path: Path
    file: tuple[int, int]
    changed: float
    start: bytes
    packed: bool
    written: tuple[int, int]  # size and when: a packed file that stays broken stays as it is


class LogWatch:
    """The files of a log. `refresh` looks for them; `opened` grow, `packed` are to be read once.

    `say` tells a person what was found.
    """

    def __init__(
        self,
        path: Path,
        state: ShippingState,
        clock: Callable[[], float],
        say: Callable[[str], None],
    ) -> None:
        self._path, self._state, self._clock, self._say = path, state, clock, say
        self.opened: list[OpenLog] = []
        self.packed: list[PackedLog] = []
        self._broken: dict[tuple[int, int], tuple[int, int]] = {}
        self._lost = [place for place in state.places if not place.done]
        self._known = state.looked > 0
        self._missing, self._scanned = "", 0.0

    def close(self) -> None:
        """Let all files go."""
        for log in self.opened:
            log.close()
        for archive in self.packed:
            archive.close()

    @property
    def waiting(self) -> bool:
        """Whether there are packed files that were not sent to their end."""
        return bool(self.packed) or any(place.file in self._broken for place in self._lost)

    def refresh(self) -> None:
        """Look at the open files and at the path; store what changed. Raises StateUnusable."""
        now, changed = self._clock(), False
        for log in list(self.opened):
            if log.emptied():
                self._emptied(log)
                changed = True
        current = self._current()
        if current is not None and current not in {log.place.file for log in self.opened}:
            changed = True
        if changed or (self._lost and abs(now - self._scanned) > _AGAIN_S):
            self._scanned = now
            self._find(current)
            self._forget(now)
            if current is not None and not self._is_taken(current):
                self._report_missing(f"{self._path} cannot be opened. Waiting for it.")
        self._state.looked = now
        if changed:
            self._state.save()

    def retire(self, read_last: Callable[[OpenLog], None]) -> None:
        """Let go of rotated files in which nothing was written for a while."""
        current = self._current()
        for log in [log for log in self.opened if log.place.file != current]:
            idle = self._clock() - log.status.st_mtime
            if current is not None and log.behind <= 0 and idle > IDLE_S:
                if log.unfinished:
                    read_last(log)
                self._done(log)

    def finish(self, archive: PackedLog) -> None:
        """Let go of a packed file that was sent to its end."""
        archive.place.done, archive.place.lost = True, 0.0
        self._let_go(archive)

    def put_back(self, archive: PackedLog, problem: OSError | BrokenArchive) -> None:
        """Look for a packed file again that was not read to its end: it may be written yet."""
        place, now = archive.place, self._clock()
        place.lost = place.lost or now
        if now - place.lost > FORGET_S:
            self.finish(archive)
            return
        damaged = isinstance(problem, BrokenArchive)
        written = _written(archive.status) if damaged else _ANY_TIME
        if self._broken.get(place.file) != written:
            reason = problem if damaged else f"{getattr(problem, 'strerror', problem)}."
            self._say(f"{archive.path} was not read to its end; it is tried again. {reason}")
        self._broken[place.file] = written
        self._lost.append(place)
        self._let_go(archive)

    def _let_go(self, archive: PackedLog) -> None:
        archive.close()
        self.packed.remove(archive)
        self._state.save()

    def is_current(self, log: OpenLog) -> bool:
        """Whether a file is the one at the log's path."""
        return log.place.file == self._current()

    def _done(self, log: OpenLog) -> None:
        log.place.done = True
        log.close()
        self.opened.remove(log)
        self._state.save()

    def _current(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError as error:
            self._report_missing(f"{self._path} cannot be read: {error.strerror}. Waiting for it.")
            return None
        if not stat.S_ISREG(found.st_mode):
            raise NoLog(f"{self._path} is not a file.")
        return _identity(found)

    def _report_missing(self, problem: str) -> None:
        if problem and problem != self._missing:
            self._say(problem)
        self._missing = problem

    def _emptied(self, log: OpenLog) -> None:
        """The file begins anew; what it held may be found in a copy."""
        old = log.place
        log.place = FilePlace(old.device, old.inode)
        old.device = old.inode = 0
        self._lost.append(old)
        self._state.places.append(log.place)
        log.restart()
        self._say(f"{self._path} was emptied; reading it from its beginning.")

    def _find(self, current: tuple[int, int] | None) -> None:
        found = list(self._files())
        for place in list(self._lost):  # by the name the file system has for it, then by content
            self._take(place, [one for one in found if one.file == place.file])
        for place in list(self._lost):
            self._take(place, found)
        for one in found:
            if one.file == current and not self._is_taken(one.file):
                self._take_current(one)
            elif self._known and one.changed >= self._state.looked - _SLACK_S:
                self._take_rotated(one)
        self._known = True

    def _take(self, place: FilePlace, candidates: list[_Found]) -> None:
        """Go on with a place in the first file that begins as it does and is nobody's yet."""
        for one in candidates:
            broken = one.packed and self._broken.get(one.file) == one.written
            if place.begins(one.start) and not broken and not self._is_taken(one.file):
                place.device, place.inode = one.file
                if self._open(one, place):
                    place.done, place.lost = False, place.lost if one.packed else 0.0
                    self._lost.remove(place)
                return

    def _take_current(self, one: _Found) -> None:
        """Read the log itself: from its beginning, unless it was read before under this name."""
        for place in self._state.places:
            if place.done and place.file == one.file and place.begins(one.start):
                self._lost.append(place)
                self._take(place, [one])
                return
        self._begin(one)

    def _take_rotated(self, one: _Found) -> None:
        """Read a file that came and was rotated while nobody looked; not a copy of a known one."""
        known = any(place.begins(one.start) for place in self._state.places)
        if known or self._is_taken(one.file) or self._begin(one):
            return
        place = FilePlace(*one.file)  # it has another name by now
        if place.know(one.start):
            self._settle_turn(place)
        self._state.places.append(place)
        self._lost.append(place)

    def _begin(self, one: _Found) -> bool:
        place = FilePlace(*one.file)
        if one.packed:
            place.know(one.start)
            self._settle_turn(place)
        if self._open(one, place):
            self._state.places.append(place)
            return True
        return False

    def _is_taken(self, file: tuple[int, int]) -> bool:
        places = [log.place for log in self.opened] + [log.place for log in self.packed]
        return any(place.file == file for place in places)

    def _open(self, one: _Found, place: FilePlace) -> bool:
        """Open a file, unless another one has its name by now."""
        log: OpenLog | PackedLog
        try:
            if one.packed:
                log = PackedLog(one.path, place)
            else:
                log = OpenLog(one.path, place, self._settle_turn)
        except OSError:
            return False
        if _identity(log.status) != one.file:
            log.close()
            return False
        if isinstance(log, PackedLog):
            self.packed.append(log)
            return True
        log.emptied()  # or cut back, while nobody looked
        self.opened.append(log)
        self._missing = ""
        return True

    def _settle_turn(self, place: FilePlace) -> None:
        """Tell a new file's lines from those of an earlier one that begins with the same line."""
        others = [one for one in self._state.places if one is not place]
        same = [one.turn for one in others if one.first == place.first]
        if same:
            place.turn = max(same) + 1
        self._state.save()

    def _files(self) -> Iterator[_Found]:
        """The log and what looks like rotated files of it, the oldest first."""
        name, stem, end = map(re.escape, (self._path.name, self._path.stem, self._path.suffix))
        rotated = re.compile(
            rf"(?:{name}[.-]\d[\d-]*|{stem}-\d{{4}}-\d\d-\d\dT[\w.-]*{end})(?:\.gz|\.zst)?"
        )  # logrotate's names; Caddy's
        found: list[_Found] = []
        with suppress(OSError):
            for entry in os.scandir(self._path.parent):
                if entry.name == self._path.name or rotated.fullmatch(entry.name):
                    with suppress(OSError, BrokenArchive):
                        found.append(_found(Path(entry.path)))
        return iter(sorted(found, key=lambda one: one.changed))

    def _forget(self, now: float) -> None:
        for place in list(self._lost):
            if not place.lost and place.head_bytes:
                place.lost = now
                self._say(_GONE)
            if not place.head_bytes or now - place.lost > FORGET_S:
                self._lost.remove(place)
                self._state.places.remove(place)


def _found(path: Path) -> _Found:
    with path.open("rb") as handle:  # once: by the next look another file may have this name
        status, start = os.fstat(handle.fileno()), handle.read(START)
    written = _written(status)
    packed = is_packed(start)
    return _Found(path, _identity(status), status.st_mtime, start_of(start), packed, written)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _written(status: os.stat_result) -> tuple[int, int]:
    return status.st_size, status.st_mtime_ns
