"""Where the pass phrase of a backup comes from: the terminal, a file or the environment.

Invariant: never the command line, which everybody on the machine can read.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import typer

from presence.db.backup.sealed_file import BackupError

VARIABLE = "PRESENCE_BACKUP_PASSPHRASE"
SHORTEST = 12


def phrase_from(file: Path | None, *, new: bool) -> str:
    """The pass phrase; asked for twice when it is `new`. Raises BackupError."""
    phrase = _given(file)
    if phrase is None:
        if not sys.stdin.isatty():
            raise BackupError(
                f"A pass phrase is needed: set {VARIABLE}, or name a file with --passphrase-file."
            )
        phrase = typer.prompt("Pass phrase of the backup", hide_input=True, confirmation_prompt=new)
    if new and len(phrase) < SHORTEST:
        raise BackupError(f"The pass phrase needs at least {SHORTEST} characters.")
    return phrase


def _given(file: Path | None) -> str | None:
    if file is None:
        return os.environ.get(VARIABLE) or None
    try:
        return file.read_text().splitlines()[0]
    except (OSError, ValueError, IndexError) as error:
        raise BackupError(f"{file} holds no pass phrase in its first line.") from error
