"""Holds the place of the embedded database while it is stopped, for work on the whole of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from presence.db.embedded_files import (
    Binaries,
    EmbeddedError,
    SystemAccount,
    account_for,
    binaries_for,
)
from presence.db.embedded_home import (
    SPILL,
    PlaceLock,
    claim,
    make_home,
    place_for,
    refuse_strangers,
)
from presence.db.embedded_process import clear_the_way

NEED_MB = 256


@dataclass(frozen=True, slots=True)
class Occupied:
    """A place nobody else uses meanwhile, and the pinned server's programs."""

    home: Path
    place: Path
    account: SystemAccount | None
    binaries: Binaries


@contextmanager
def occupied(home: Path, note: str, spill: Path = SPILL) -> Iterator[Occupied]:
    """EmbeddedError when the product runs here, or another checkout owns the database."""
    make_home(home, NEED_MB)
    home = home.absolute()
    account = account_for(home / "pg" / "data")
    _require_usual(account, home)
    place = place_for(home, account, spill)
    lock = PlaceLock(note)
    refuse_strangers(place, home)
    lock.acquire(place)
    try:
        refuse_strangers(place, home)
        claim(place, home)
        clear_the_way(place / "data")
        yield Occupied(home, place, account, binaries_for(None, place, account))
    except OSError as error:
        raise EmbeddedError(f"{error.strerror or error} ({error.filename or place}).") from error
    finally:
        lock.release()


def _require_usual(account: SystemAccount | None, home: Path) -> None:
    """A fresh cluster would be of another account, and whoever started the old one could not."""
    if account is None:
        return
    usual = account_for(home / "none")
    if usual is None or usual.uid != account.uid:
        raise EmbeddedError(
            f"The database here belongs to {account.name}; run this command as that user."
        )
