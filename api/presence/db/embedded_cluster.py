"""Makes a database cluster and the passwords that open it.

Invariant: a cluster is made beside its final place, written to disk and moved there whole; killed
at any moment, what is left is nothing or all of it, and the next start goes on from there.
"""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
from pathlib import Path

from presence.db.embedded_files import (
    Binaries,
    EmbeddedError,
    SystemAccount,
    as_account,
    sync_folder,
    write_private,
)
from presence.db.embedded_process import explain
from presence.db.roles import LOGIN_ROLES

SUPERUSER = "postgres"
PASSWORDS = "passwords.json"
_FRESH = "data.new-"


def make_cluster(
    place: Path, binaries: Binaries, account: SystemAccount | None, *, durable: bool
) -> None:
    """Create `place/data`. Raises EmbeddedError with initdb's own words."""
    for stale in place.glob(f"{_FRESH}*"):
        shutil.rmtree(stale, ignore_errors=True)
    # A name of its own: the initdb of a start that was killed may still write.
    mark = secrets.token_hex(4)
    fresh, phrase = place / f"{_FRESH}{mark}", place / f".superuser-{mark}"
    write_private(phrase, passwords_of(place)[SUPERUSER], account)
    try:
        done = subprocess.run(  # noqa: S603 - the server binary chosen by the caller
            [
                str(binaries.folder / "initdb"),
                "-D",
                str(fresh),
                "-U",
                SUPERUSER,
                "-A",
                "scram-sha-256",
                f"--pwfile={phrase}",
                "--locale=C.UTF-8",
                "--encoding=UTF8",
                "--no-instructions",
                *(() if durable else ("--no-sync",)),
            ],
            capture_output=True,
            text=True,
            cwd="/",
            check=False,
            **as_account(account),
        )
    finally:
        phrase.unlink()
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        raise EmbeddedError(explain(done.stderr, place / "postgres.log"))
    fresh.rename(place / "data")
    sync_folder(place)


def passwords_of(place: Path) -> dict[str, str]:
    """The random password of each role, made before the cluster and readable by its owner only.

    Raises EmbeddedError when a cluster is there and they are not.
    """
    path = place / PASSWORDS
    if not path.exists() and not (place / "data").exists():
        made = {role: secrets.token_urlsafe(24) for role in (SUPERUSER, *LOGIN_ROLES)}
        write_private(path, json.dumps(made))
    try:
        stored = json.loads(path.read_text())
        return {role: str(stored[role]) for role in (SUPERUSER, *LOGIN_ROLES)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EmbeddedError(
            f"{path}, which opens the database beside it, is missing or damaged; put it back "
            "from a copy of that folder, or restore a backup with `presence restore`."
        ) from error
