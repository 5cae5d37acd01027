"""Who owns a database folder: its place beside the checkout's state, its lock and its owner.

    .presence/pg ── the place (a folder, or a link to one in `SPILL`)
                     ├─ lock           held by the one process that uses it, whatever led there
                     ├─ owner.json     the state folder it belongs to
                     ├─ passwords.json
                     └─ data

Invariant: a place has one owner. A process that arrives through a copied link is refused as long as
the owner's own link still leads there; a state folder that was moved takes its place along.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from presence.db.embedded_files import EmbeddedError, SystemAccount, reachable, write_private

SPILL = Path("/var/lib/presence")
_LOCK = "lock"
_OWNER = "owner.json"
_LETTING_GO_S = 2.0


class PlaceLock:
    """Held while one process uses a place; freed by the kernel however that process ends."""

    def __init__(self, note: str) -> None:
        self._note = note
        self._file: TextIO | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds a place."""
        return self._file is not None

    def acquire(self, place: Path) -> None:
        """Take the lock. Raises EmbeddedError naming the holding process and its note.

        A process that its killed holder was just starting has the lock for a moment longer; that is
        waited for.
        """
        ends = time.monotonic() + _LETTING_GO_S
        while not self._taken(place):
            if time.monotonic() > ends or _holder_lives(place):
                raise EmbeddedError(_held_by(place) or "It just stopped; start again.")
            time.sleep(0.02)

    def _taken(self, place: Path) -> bool:
        handle = (place / _LOCK).open("a+", encoding="utf-8")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            handle.truncate(0)
            handle.write(f"{os.getpid()} {self._note}\n")
            handle.flush()
        except BlockingIOError:
            handle.close()
            return False
        except OSError:
            handle.close()
            raise
        self._file = handle
        return True

    def release(self) -> None:
        """Empty the file and release it; a file left with text means its holder was killed.

        Closing is not enough: a process that is just being started has the file open too.
        """
        if self._file is not None:
            try:
                self._file.truncate(0)
                fcntl.flock(self._file, fcntl.LOCK_UN)
            finally:
                self._file.close()
                self._file = None


@dataclass(frozen=True, slots=True)
class Owner:
    """The state folder a place belongs to: its path, and what stays the same when it is moved."""

    home: Path
    device: int
    inode: int


def make_home(home: Path, need_mb: int) -> None:
    """Create the home folder. Raises EmbeddedError if it is read-only or the disk nearly full."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(home).free
    except OSError as error:
        raise EmbeddedError(f"Cannot write to {home}: {error.strerror}.") from error
    if free < need_mb * 1024 * 1024:
        raise EmbeddedError(
            f"Not enough disk space: {home} has {free // 1024**2} MB free "
            f"and the database needs {need_mb} MB."
        )


def place_for(home: Path, account: SystemAccount | None, spill: Path = SPILL) -> Path:
    """The folder for cluster, log and copied binaries, owned by the account; a link if spilled.

    Two processes that arrive at the same time get the same one.
    """
    link = home / "pg"
    if link.is_symlink() and not link.exists():
        raise EmbeddedError(
            f"{link} says that the database is in {os.readlink(link)}, which is not there; see "
            f"that its disk is mounted, or begin afresh without it: rm {link}"
        )
    if not link.exists():
        if account is None or reachable(home.resolve(), account):
            link.mkdir(mode=0o700, exist_ok=True)
            if account:
                os.chown(link, account.uid, account.gid)
        else:
            _make_elsewhere(home, link, account, spill)
    place = link.resolve()
    if account and not reachable(place, account):
        raise EmbeddedError(
            f"The account {account.name} cannot enter {place}; open the folders above it, "
            "start as a normal user, or set DATABASE_URL."
        )
    return place


def _make_elsewhere(home: Path, link: Path, account: SystemAccount, spill: Path) -> None:
    """Create a place in the spill that records its owner before anything links to it."""
    spill.mkdir(mode=0o755, parents=True, exist_ok=True)
    target = Path(tempfile.mkdtemp(prefix="pg-", dir=spill))
    _write_owner(target, home)
    os.chown(target, account.uid, account.gid)
    try:
        link.symlink_to(target)
    except FileExistsError:  # another process was first, and its place counts
        shutil.rmtree(target)


def refuse_strangers(place: Path, home: Path) -> None:
    """Raise EmbeddedError, naming both and the way out, if another state folder owns the place."""
    owner = _owner_of(place)
    if owner is None or _is(owner, home) or owner.home == home.resolve():
        return
    link = home / "pg"
    if _leads_to(owner.home, place):  # guard: embedded.copied-link
        raise EmbeddedError(
            f"{link} leads to the database of {owner.home} ({place}), and a database belongs to "
            f"one of them: it looks as if the folder was copied. To give this copy one of its own: "
            f"rm {link}   To let it have that one instead: rm {owner.home / 'pg'}"
        )
    torn = not link.is_symlink() and (place / "data" / "postmaster.pid").exists()
    if torn and (owner.home / "pg" / "data").exists():  # guard: embedded.copied-while-running
        raise EmbeddedError(
            f"{place} was copied while its database ran in {owner.home}, so its files may not "
            "fit together. Stop that one and copy again, or copy with `presence backup` and "
            f"`presence restore`; to begin afresh here: rm -rf {place}"
        )


def claim(place: Path, home: Path) -> None:
    """Record that the place belongs to this state folder; the lock must be held."""
    owner = _owner_of(place)
    if owner is None or not _is(owner, home) or owner.home != home.resolve():
        _write_owner(place, home)


def left_behind(home: Path, spill: Path = SPILL) -> list[Path]:
    """Databases in the spill folder that belonged to this folder and are no longer linked."""
    try:
        found = sorted(spill.iterdir())
        current = (home / "pg").resolve()
    except OSError:
        return []
    return [p for p in found if p != current and _was_of(p, home)]


def already_running(home: Path) -> str | None:
    """A sentence naming who holds the folder's database; None if nobody does."""
    return _held_by((home / "pg").resolve())


def was_killed(home: Path) -> bool:
    """Whether the last holder of the folder's database ended without releasing it."""
    try:
        return (home / "pg" / _LOCK).stat().st_size > 0 and already_running(home) is None
    except OSError:
        return False


def _held_by(place: Path) -> str | None:
    try:
        handle = (place / _LOCK).open(encoding="utf-8")
    except OSError:
        return None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            pid, _, note = handle.read().strip().partition(" ")
            where = f" ({note})" if note else ""
            return (
                f"Presence is already running here as process {pid or 'unknown'}{where}; "
                "use that one or stop it first."
            )
    return None


def _holder_lives(place: Path) -> bool:
    """Whether the process that noted itself in the lock is there; one of other users is."""
    try:
        os.kill(int((place / _LOCK).read_text(encoding="utf-8").partition(" ")[0]), 0)
    except (OSError, ValueError) as problem:
        return isinstance(problem, PermissionError)
    return True


def _owner_of(place: Path) -> Owner | None:
    """The owner; None for a place of an earlier version, or with a damaged note."""
    try:
        stored = json.loads((place / _OWNER).read_text())
        return Owner(Path(stored["home"]), int(stored["device"]), int(stored["inode"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_owner(place: Path, home: Path) -> None:
    state = home.stat()
    stored = {"home": str(home.resolve()), "device": state.st_dev, "inode": state.st_ino}
    write_private(place / _OWNER, json.dumps(stored))


def _is(owner: Owner, home: Path) -> bool:
    state = home.stat()
    return (owner.device, owner.inode) == (state.st_dev, state.st_ino)


def _leads_to(home: Path, place: Path) -> bool:
    """Whether that state folder still uses the place; an inaccessible one might."""
    try:
        return (home / "pg").samefile(place)
    except PermissionError:
        return True
    except OSError:
        return False


def _was_of(place: Path, home: Path) -> bool:
    owner = _owner_of(place)
    return owner is not None and owner.home == home.resolve()
