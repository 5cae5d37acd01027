"""`presence upgrade-database`: moves the data of an older PostgreSQL to the version we ship."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from presence.db.backup.sealed_file import BackupError
from presence.db.backup.upgrading import upgrade
from presence.db.embedded_files import EmbeddedError
from presence.entrypoints.commands.environment import BadEnvironment, read_settings
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.commands.progress import ByteProgress


def upgrade_database(
    old_bin: Annotated[
        Path | None, typer.Option(help="Programs of the older PostgreSQL, if they are installed.")
    ] = None,
) -> None:
    """Stop the product first; the old database is kept beside the new one."""
    with failing(BackupError, EmbeddedError, BadEnvironment):
        home = read_settings().state_dir.absolute()
        before, now = upgrade(home, typer.echo, ByteProgress("copied"), old_bin=old_bin)
    if before == now:
        typer.echo(f"The database is of PostgreSQL {now} already.")
        return
    kept = (home / "pg").resolve() / "before"
    typer.echo(f"The database came from PostgreSQL {before} to {now}, every row compared.")
    typer.echo(f"The one from before is kept in {kept}; remove it when all is well.")
