"""`presence backup FILE`: database and key in one encrypted file, also while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from presence.core.errors import AppError
from presence.db.backup.saving import save
from presence.db.backup.sealed_file import BackupError
from presence.db.embedded import EmbeddedPostgres, ServerAddress, running
from presence.db.embedded_files import EmbeddedError, account_for, binaries_for
from presence.entrypoints.commands.environment import BadEnvironment, admin_url, read_settings
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.commands.phrase import phrase_from
from presence.entrypoints.commands.progress import ByteProgress

OWN_SERVER = (
    "This product uses a database server of yours: back that up with its own tools, and keep the "
    "key (PRESENCE_SECRETS__KEY or .presence/secrets.key) with it."
)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, such as presence.backup.")],
    passphrase_file: Annotated[
        Path | None, typer.Option(help="A file with the pass phrase in its first line.")
    ] = None,
) -> None:
    """Without a file, PRESENCE_BACKUP_PASSPHRASE or the terminal gives the pass phrase."""
    with failing(BackupError, EmbeddedError, BadEnvironment, AppError):
        settings = read_settings()
        if admin_url() or settings.database.customer_url:
            raise BackupError(OWN_SERVER)
        home = settings.state_dir.absolute()
        if not (home / "pg").exists():
            raise BackupError(f"There is no database in {home} yet.")
        if file.is_dir() or not file.absolute().parent.is_dir():
            raise BackupError(f"{file} cannot be written: name a file in a folder that exists.")
        phrase = phrase_from(passphrase_file, new=True)
        place = (home / "pg").resolve()
        tools = binaries_for(None, place, account_for(place / "data")).folder
        typer.echo("Reading the database…", err=True)

        def write(address: ServerAddress) -> int:
            made = save(file.absolute(), phrase, settings, address, tools, ByteProgress("written"))
            return sum(rows for rows, _ in made.rows.values())

        address = running(home)
        if address is not None:
            rows = write(address)
        else:
            with EmbeddedPostgres(home, note="presence backup") as started:
                rows = write(started)
    typer.echo(f"Backed up {rows:,} rows and the key to {file} ({file.stat().st_size:,} bytes).")
