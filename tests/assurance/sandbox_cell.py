"""Splits off one process for each escape, locks it as the product does, and lets it try.

Started by `sandbox.py` with what to do as JSON on its input; a line of JSON for each escape comes
out. It runs as root where it can and has, for the escapes to reach, a decoy: another process of the
same user with a secret in its memory. Invariant: a locked process is locked by the product's own
function, and with `locked` false by nothing, so that an escape is seen to work there.
"""

from __future__ import annotations

import codecs
import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import sys
import time
from dataclasses import replace
from typing import Any

from presence.adapters import isolation
from presence.adapters.isolation import kernel, seccomp
from presence.adapters.isolation.seccomp import SyscallRule
from tests.assurance import sandbox_escapes, sandbox_kernel
from tests.assurance.sandbox_escapes import ESCAPES, INHERITED, Bait, native_escapes

ORDINARY = 4321
_LONGEST_S = 20.0
_CPU_SECONDS = 0  # beyond what was used, rounded up to the next second
# What a kernel without Landlock answers, in a container that grants no namespace.
_POOR = (SyscallRule("landlock_create_ruleset", error=38), SyscallRule("unshare", error=1))
_SECRET = ctypes.create_string_buffer(b"a secret in memory")


def serve() -> None:
    """Try every escape that is named."""
    told = json.load(sys.stdin)
    codecs.lookup("idna")  # what cannot be loaded behind the walls is not what is tried
    escapes = {**ESCAPES, **sandbox_kernel.ESCAPES_OF_THE_KERNEL, **native_escapes(told["library"])}
    decoy = _decoy(told)
    terminal = os.openpty()
    inherited = os.open(told["key"], os.O_RDONLY)
    with _listening() as (port, abstract):
        bait = Bait(told["folder"], told["key"], decoy, ctypes.addressof(_SECRET), port, abstract)
        try:
            for name in sorted(escapes) if told["escapes"] is None else told["escapes"]:
                began = time.monotonic()
                result = _cell(told, bait, escapes[name], os.ttyname(terminal[1]), inherited)
                seconds = round(time.monotonic() - began, 3)
                print(json.dumps([name, result, seconds]), flush=True)  # noqa: T201 - the answer
        finally:
            os.kill(decoy, signal.SIGKILL)
            os.waitpid(decoy, 0)


def _decoy(told: dict[str, Any]) -> int:
    """A process that does nothing but be attacked."""
    child = os.fork()
    if child == 0:
        _become(told)
        kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
        while True:
            time.sleep(60)
    time.sleep(0.05)
    return child


@contextlib.contextmanager
def _listening() -> Any:
    """The port of a server on this machine and the name of one that has no file."""
    name = f"presence-sandbox-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind("\0" + name)
        unix.listen()
        yield tcp.getsockname()[1], name


def _cell(told: dict[str, Any], bait: Bait, escape: Any, terminal: str, inherited: int) -> str:
    """`out` for an escape that worked, `in` for one that did not, `ended` where it was killed."""
    begin, end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(begin)
        with contextlib.suppress(BaseException):
            _try(told, bait, escape, (terminal, inherited, end))
        os._exit(1)
    os.close(end)
    said = _hear(begin, time.monotonic() + _LONGEST_S)
    os.close(begin)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if b"1" in said:
        return "out"
    if b"0" in said or not told["locked"]:
        return "in"
    return "ended" if os.WIFSIGNALED(status) else "in" if b"L" in said else "broken"


def _try(told: dict[str, Any], bait: Bait, escape: Any, handles: tuple[str, int, int]) -> None:
    terminal, inherited, end = handles
    os.setsid()
    os.dup2(os.open(terminal, os.O_RDWR), 2)
    os.dup2(inherited, INHERITED)
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.dup2(end, 1)
    os.environ.clear()
    _become(told)
    sandbox_escapes.prepare(bait)
    if told["poor"]:
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        machine = kernel.architecture()
        seccomp.install(seccomp.program(_POOR, machine, otherwise=0))
    if told["locked"]:
        profile = getattr(isolation, told["profile"])
        memory = isolation.READER.memory
        isolation.lock_down(replace(profile, cpu_seconds=_CPU_SECONDS, memory=memory))
        os.write(1, b"L")
    try:
        worked = escape(bait) is not False
    except (OSError, MemoryError, RuntimeError, ValueError, AttributeError, ImportError):
        worked = False
    os.write(1, b"1" if worked else b"0")
    os._exit(0)


def _become(told: dict[str, Any]) -> None:
    if told["user"] == "ordinary" and os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(ORDINARY, ORDINARY, ORDINARY)
        os.setresuid(ORDINARY, ORDINARY, ORDINARY)
        kernel.prctl(kernel.PR_SET_DUMPABLE, 1)  # as it is for a program this user started


def _hear(begin: int, until: float) -> bytes:
    """What the cell says until it ends, or until it takes too long."""
    said = b""
    while select.select([begin], [], [], max(0.0, until - time.monotonic()))[0]:
        part = os.read(begin, 100)
        if not part:
            break
        said += part
        if said.endswith((b"0", b"1")):
            break
    return said


if __name__ == "__main__":
    serve()
