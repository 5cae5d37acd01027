"""Processes of the product for an assurance, of this checkout's code or of an earlier one's.

Invariant: a process is started in a session of its own and is gone when its block ends.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

from tests.architecture.tree import ROOT


def start(name: str, variables: Mapping[str, str], folder: Path) -> subprocess.Popen[bytes]:
    """One of the product's commands that stay, its log in `folder`."""
    with (folder / f"{name}.log").open("ab") as log:
        return subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "presence", name],
            env=dict(variables),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def end(process: subprocess.Popen[bytes]) -> None:
    """At once, as when a machine fails."""
    process.send_signal(signal.SIGKILL)
    process.wait()


def code_before(addition: Path, place: Path) -> tuple[str, dict[str, str]]:
    """The product's code before the file `addition` came, unpacked in `place`.

    Its commit, and the variables that have Python find it. Needs the history of the checkout.
    """
    added = _git("log", "--diff-filter=A", "--format=%H", "--", str(addition)).decode().split()
    if not added:
        raise AssertionError(f"The history of {addition} is not in this checkout.")
    commit = _git("rev-parse", f"{added[-1]}^").decode().strip()
    with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, "api"))) as archive:
        archive.extractall(place, filter="data")
    return commit, {**os.environ, "PYTHONPATH": str(place / "api")}


def _git(*words: str) -> bytes:
    done = subprocess.run(  # noqa: S603 - fixed command
        ["git", *words],  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return done.stdout
