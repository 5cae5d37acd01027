"""`presence restore`: replaces the product's database with a backup and the key that opens it.

Invariant: the whole file is read and verified before anything is written; the new database is built
and compared beside the old one, which stays in use until the switch and is kept after it. No
session and no link in an e-mail is restored with it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from presence.core.secrets import KEY_FILE, Vault, require_secrets
from presence.core.settings import Settings
from presence.db.backup.contents import Manifest, read_contents
from presence.db.backup.copying import fill
from presence.db.backup.revocation import end_sessions
from presence.db.backup.sealed_file import NEWER, BackupError, SealedReader
from presence.db.backup.switch import FRESH, begin_afresh, decide
from presence.db.embedded_files import write_private
from presence.db.embedded_occupied import Occupied
from presence.db.key_check import opens


@dataclass(frozen=True, slots=True)
class SupportedVersions:
    """What this version can restore: schema revisions, and the server version it ships."""

    revisions: Collection[str]
    major: int


def verify(
    file: Path, phrase: str, known: SupportedVersions, read: Callable[[int], None]
) -> Manifest:
    """Read all of it and write nothing. Raises BackupError with the reason it cannot be used."""
    manifest = _read(file, phrase, lambda part: read(len(part)))
    if manifest.revision not in known.revisions or manifest.major > known.major:
        raise BackupError(NEWER)
    if manifest.sealed and not (manifest.keys and opens(Vault(manifest.keys), manifest.sealed)):
        raise BackupError("The key in this backup does not open what is sealed in it.")
    return manifest


def require_same_key(manifest: Manifest, settings: Settings) -> None:
    """BackupError when a key is configured and is another than the backup's."""
    configured = require_secrets(settings)
    if configured and manifest.sealed and not opens(Vault(configured), manifest.sealed):
        raise BackupError(
            "PRESENCE_SECRETS__KEY holds another key than this backup. Set it to the backup's "
            "key, or unset it: the key in the backup is then put in its place."
        )


def restore(
    file: Path,
    phrase: str,
    manifest: Manifest,
    settings: Settings,
    occupied: Occupied,
    read: Callable[[int], None],
) -> None:
    """Make the verified backup the database of the occupied place. Raises BackupError."""
    fresh = begin_afresh(occupied.place, occupied.home)

    def feed(take: Callable[[bytes], None]) -> None:
        def part_of(data: bytes) -> None:
            take(data)
            read(len(data))

        if _read(file, phrase, part_of) != manifest:
            raise BackupError("The file was changed meanwhile; start again.")

    fill(fresh, occupied.binaries.folder, feed, manifest.rows, end_sessions)
    if manifest.keys and not settings.secrets.key:
        keys = ",".join(b64encode(key).decode() for key in manifest.keys)
        write_private(occupied.place / FRESH / KEY_FILE, keys)
    decide(occupied.place, occupied.home)


def _read(file: Path, phrase: str, taken: Callable[[bytes], None]) -> Manifest:
    try:
        stream: BinaryIO
        with file.open("rb") as stream:
            return read_contents(SealedReader(stream, phrase), taken)
    except OSError as error:
        raise BackupError(f"Cannot read {file}: {error.strerror or error}.") from error
