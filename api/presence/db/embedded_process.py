"""Reads what a Postgres server leaves behind: its pid file, its process entry, its last words.

Invariant: a pid counts as a server only when that process lives, is no zombie and names our data
folder on its command line; numbers are reused, above all in containers.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

LOOPBACK = "127.0.0.1"
PID_LINES = 8


def pid_file(data: Path) -> list[str]:
    """Lines of `postmaster.pid`: 1 pid, 4 port, 8 status; empty when there is none."""
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
    except OSError:
        return False
    return state not in {"Z", "X"} and os.fsencode(data) in command


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
