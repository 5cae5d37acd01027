"""Programs of PostgreSQL's majors: Debian's where installed, else the package the product pins."""

from __future__ import annotations

import shutil
from pathlib import Path

from presence.db.backup.servers import server_of
from presence.db.embedded_files import account_for, reachable
from tests.architecture.tree import ROOT

TOOLS = ROOT / ".tools" / "postgresql"


def programs_of(major: int, folder: Path) -> Path:
    """The `bin` folder of a major; fetched once, copied to `folder` where it is out of reach."""
    kept = TOOLS / str(major)
    unpacked = kept / "server" / "package" / "native" / "bin"
    if not unpacked.is_dir():
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        found = server_of(major, kept)
        if found != unpacked:
            kept.rmdir()
            return found
    account = account_for(folder)
    if account is None or reachable(unpacked, account):
        return unpacked
    copied = folder / f"programs-{major}"
    shutil.copytree(unpacked.parent, copied, symlinks=True)
    return copied / "bin"
