"""Puts a database that was made beside the old one in its place, all of it or nothing.

    place/restoring/pg/{data, passwords.json}, place/restoring/secrets.key      made first
    place/switch.json                                                           then decided
    place/before/{data, passwords.json, secrets.key}                            then kept

Invariant: before `switch.json` is there nothing of the old database was touched, and what was made
is thrown away by the next start; once it is there every start first finishes the switch. The lock
of the place is held.
"""

from __future__ import annotations

import json
import secrets
import shutil
from pathlib import Path

from presence.core.secrets import KEY_FILE
from presence.db.embedded_files import sync_folder, write_private
from presence.db.embedded_process import clear_the_way

FRESH = "restoring"
BEFORE = "before"
_DECIDED = "switch.json"
_GONE = "gone-"
_PARTS = ("data", "passwords.json")


def begin_afresh(place: Path, home: Path) -> Path:
    """An empty home folder for the database to be made."""
    finish_or_forget(place, home)
    fresh = place / FRESH
    fresh.mkdir(mode=0o755)
    return fresh


def decide(place: Path, home: Path) -> None:
    """From here on the fresh database counts; what the last switch kept goes."""
    shutil.rmtree(place / BEFORE, ignore_errors=True)
    sync_folder(place / FRESH / "pg")
    sync_folder(place / FRESH)
    write_private(place / _DECIDED, json.dumps({"instead": FRESH}))
    finish_or_forget(place, home)


def finish_or_forget(place: Path, home: Path) -> None:
    """Finish a switch that was decided, throw away what was made for one that was not."""
    fresh, before = place / FRESH, place / BEFORE
    if (place / _DECIDED).exists():
        before.mkdir(mode=0o700, exist_ok=True)
        for name in _PARTS:
            if (fresh / "pg" / name).exists():
                _swap(fresh / "pg" / name, place / name, before / name)
        if (fresh / KEY_FILE).exists():
            _swap_key(fresh / KEY_FILE, home / KEY_FILE, before / KEY_FILE)
        for folder in (before, place):
            sync_folder(folder)
        (place / _DECIDED).unlink()
    if fresh.exists():
        clear_the_way(fresh / "pg" / "data")  # of whoever was killed while making it
        # Out of the way at once: a program of whoever was killed may still write there.
        fresh.rename(place / f"{_GONE}{secrets.token_hex(4)}")
    for gone in place.glob(f"{_GONE}*"):
        shutil.rmtree(gone, ignore_errors=True)


def _swap(new: Path, place: Path, kept: Path) -> None:
    if place.exists():
        place.rename(kept)
    new.rename(place)


def _swap_key(new: Path, place: Path, kept: Path) -> None:
    """As `_swap`, across disks: the old key is kept before the new one is written over it."""
    text = new.read_text()
    if place.exists() and place.read_text() != text:
        write_private(kept, place.read_text())
    write_private(place, text)
    new.unlink()
