"""`presence restore FILE`: a backup becomes this product's database, once all of it is believed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from presence.core.errors import AppError
from presence.db.backup.restoration import SupportedVersions, require_same_key, verify
from presence.db.backup.restoration import restore as take_over
from presence.db.backup.sealed_file import BackupError
from presence.db.embedded_files import EmbeddedError
from presence.db.embedded_home import already_running
from presence.db.embedded_occupied import occupied
from presence.entrypoints.commands.backup import OWN_SERVER
from presence.entrypoints.commands.environment import BadEnvironment, admin_url, read_settings
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.commands.phrase import phrase_from
from presence.entrypoints.commands.progress import ByteProgress
from presence.migrations import runner


def restore(
    file: Annotated[Path, typer.Argument(help="A file written by presence backup.")],
    passphrase_file: Annotated[
        Path | None, typer.Option(help="A file with the pass phrase in its first line.")
    ] = None,
) -> None:
    """The product must be stopped; the database from before is kept beside the new one."""
    with failing(BackupError, EmbeddedError, BadEnvironment, AppError):
        settings = read_settings()
        if admin_url() or settings.database.customer_url:
            raise BackupError(OWN_SERVER)
        home = settings.state_dir.absolute()
        busy = already_running(home)
        if busy is not None:
            raise BackupError(f"{busy.partition(';')[0]}; stop it before a backup is restored.")
        phrase = phrase_from(passphrase_file, new=False)
        with occupied(home, "presence restore") as here:
            known = SupportedVersions(runner.earlier() | {runner.head()}, here.binaries.major)
            typer.echo("Checking the backup…", err=True)
            manifest = verify(file, phrase, known, ByteProgress("checked"))
            require_same_key(manifest, settings)
            typer.echo(f"It is of {manifest.made_at} and whole. Restoring…", err=True)
            take_over(file, phrase, manifest, settings, here, ByteProgress("restored"))
            kept = here.place / "before"
    rows = sum(count for count, _ in manifest.rows.values())
    typer.echo(f"Restored {rows:,} rows of {manifest.made_at}, and the key that opens them.")
    typer.echo(
        "Everybody signs in again. What was taken away after the backup is back: look through "
        "members, API keys, share links and the staff."
    )
    if kept.exists() and any(kept.iterdir()):
        typer.echo(f"The database from before is kept in {kept}; remove it when all is well.")
