"""`presence upgrade-database`: data of an older PostgreSQL comes up on the pinned one.

Invariant: the old cluster is started with the programs that made it and only read; the new one is
made and compared beside it, and counts from the switch on. Killed at any moment, the old one is
there and the command can be given again.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from presence.db.backup.contents import PART
from presence.db.backup.copying import fill, rows_of
from presence.db.backup.rows import Looked
from presence.db.backup.sealed_file import BackupError
from presence.db.backup.servers import server_of
from presence.db.backup.switch import begin_afresh, decide
from presence.db.backup.tools import dumping
from presence.db.embedded import EmbeddedPostgres
from presence.db.embedded_home import SPILL
from presence.db.embedded_occupied import occupied

Say = Callable[[str], None]


def upgrade(
    home: Path,
    say: Say,
    moved: Callable[[int], None],
    *,
    old_bin: Path | None = None,
    spill: Path = SPILL,
) -> tuple[int, int]:
    """Majors before and after, the same when there is nothing to do.

    Raises BackupError and EmbeddedError, each one sentence.
    """
    with occupied(home, "presence upgrade-database", spill) as here:
        made_by = here.place / "data" / "PG_VERSION"
        if not made_by.is_file():
            raise BackupError(f"There is no database in {here.place} yet.")
        before, now = int(made_by.read_text()), here.binaries.major
        tools = here.binaries.folder
    if before == now:
        return before, now
    if before > now:
        raise BackupError(f"The data was made by PostgreSQL {before}, newer than {now} here.")
    with tempfile.TemporaryDirectory(prefix="presence-server-") as scratch:
        Path(scratch).chmod(0o755)
        if old_bin is None:
            say(f"PostgreSQL {before} is looked for, and fetched when it is not installed.")
        _copy_over(home, old_bin or server_of(before, Path(scratch)), tools, moved, spill)
    return before, now


def _copy_over(
    home: Path, old_bin: Path, tools: Path, moved: Callable[[int], None], spill: Path
) -> None:
    old = EmbeddedPostgres(home, note="presence upgrade-database", bin_dir=old_bin, spill=spill)
    try:
        address = old.start()
        place = (home / "pg").resolve()
        expected: Looked = asyncio.run(rows_of(address))
        fresh = begin_afresh(place, home)

        def feed(take: Callable[[bytes], None]) -> None:
            with dumping(tools, address) as dump:
                while part := dump.read(PART):
                    take(part)
                    moved(len(part))

        fill(fresh, tools, feed, expected)
        old.halt()
        decide(place, home)
    finally:
        old.stop()
