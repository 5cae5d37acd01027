"""Reads what a Postgres server leaves behind: its pid file, its process entry, its last words.

Invariant: a pid counts as a server only when that process lives, is no zombie and works in our data
folder; numbers are reused, above all in containers. Only one that is `is_ours` is ever signalled.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from pathlib import Path

from presence.db.embedded_files import EmbeddedError

LOOPBACK = "127.0.0.1"
PID_LINES = 8
# Between a process and its pid file lies a moment, more on a busy machine.
_START_TOLERANCE_S = 60.0


def pid_file(data: Path) -> list[str]:
    """Lines of `postmaster.pid`: 1 pid, 3 start, 4 port, 8 status; empty when there is none."""
    try:
        return (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def is_postmaster(pid: int, data: Path) -> bool:
    """Whether `pid` is a living server on `data`: not a zombie, not a reused number."""
    process = Path("/proc") / str(pid)
    try:
        state = process.joinpath("stat").read_text().rpartition(")")[2].split()[0]
        command = process.joinpath("cmdline").read_bytes().split(b"\0")
        inside = process.joinpath("cwd").samefile(data)  # a server stays in its data
    except OSError:
        return False
    return state not in {"Z", "X"} and inside and Path(os.fsdecode(command[0])).name == "postgres"


def is_ours(pid: int, data: Path, lines: list[str]) -> bool:
    """Whether `pid` is provably the very server that wrote this pid file for this data.

    The process must work in the data folder, name it on its command line, and have begun when the
    pid file says.
    """
    if not is_postmaster(pid, data):
        return False
    try:
        command = (Path("/proc") / str(pid) / "cmdline").read_bytes().split(b"\0")
        written = int(lines[2])
        began = _began_at(pid)
    except (OSError, ValueError, IndexError):
        return False
    return os.fsencode(data) in command and abs(began - written) <= _START_TOLERANCE_S


def clear_the_way(data: Path) -> None:
    """Stop a server that outlived a killed start, and drop a pid file nobody stands behind.

    The lock of its place is held, so whoever started that server is gone; one that is not provably
    that server is left alone and named in an EmbeddedError.
    """
    lines = pid_file(data)
    if not lines or not lines[0].isdigit():
        return
    pid = int(lines[0])
    for harder, timeout_s in ((signal.SIGINT, 10.0), (signal.SIGQUIT, 5.0)):
        if is_ours(pid, data, lines):  # guard: embedded.kill-only-ours
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, harder)
        elif is_postmaster(pid, data):
            raise EmbeddedError(
                f"A database server that was not started from here (process {pid}) uses {data}; "
                "stop it and start again."
            )
        end = time.monotonic() + timeout_s
        while is_postmaster(pid, data) and time.monotonic() < end:
            time.sleep(0.01)
    if is_postmaster(pid, data):
        raise EmbeddedError(f"A database from an earlier start (process {pid}) does not stop.")
    (data / "postmaster.pid").unlink(missing_ok=True)


def _began_at(pid: int) -> float:
    """When the process began, in seconds since 1970."""
    ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    since_boot = ticks / os.sysconf("SC_CLK_TCK")
    return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + since_boot


def free_port() -> int:
    """A TCP port that was free on loopback a moment ago."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def explain(output: str, log: Path) -> str:
    """The one sentence behind a failed start: disk space first, else Postgres's own words."""
    if "No space left on device" in output:
        return f"Not enough disk space for the embedded database in {log.parent}."
    reasons = [
        line.partition(mark)[2].strip()
        for line in output.splitlines()
        for mark in ("FATAL:", "PANIC:", "error:")
        if mark in line
    ]
    reason = reasons[0] if reasons else "it ended without a reason"
    return f"The embedded database did not start: {reason} (log: {log})."
