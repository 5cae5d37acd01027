"""Reads one uploaded DOCX in a process of its own: bytes in, JSON out.

Started as `python -I -m presence.adapters.document_worker`. Invariant: once the first byte of the
upload is read, this process can start no program, open no socket, write no file, and use no more
time and memory than its limits; whatever the document contains happens inside them.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import sys
from typing import Any

from presence.analysis.documents import TOO_LARGE, DocumentRefused, read_docx

MEMORY_BYTES = 256 * 1024 * 1024
CPU_SECONDS = 4
_OPEN_FILES = 16
_NEW_NETWORK = 0x4000_0000
_NEW_USER = 0x1000_0000
_NO_NEW_PRIVILEGES = 38
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FORBIDDEN = (
    "socket.", "subprocess.", "ctypes.", "urllib.", "ftplib.", "http.", "smtplib.", "webbrowser.",
    "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "os.putenv", "os.kill",
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.chmod",
    "os.chown", "os.truncate", "shutil.", "tempfile.", "pty.",
)  # fmt: skip


def main() -> None:
    """Lock the process down, read a name, a line break and the bytes, answer in JSON."""
    lock_down()
    sys.stdout.write(answer(sys.stdin.buffer.read()))
    sys.stdout.flush()


def lock_down() -> None:
    """Take from this process, for good, whatever a parser does not need."""
    _leave_network()
    _limit()
    sys.addaudithook(_audit)


def answer(request: bytes) -> str:
    """`{"document": …}` or `{"refused": …}` for a name, a line break and the bytes."""
    name, _, data = request.partition(b"\n")
    return json.dumps(_read(data, name.decode("utf-8", "replace")))


def _read(data: bytes, name: str) -> dict[str, Any]:
    try:
        document = read_docx(data, name)
    except DocumentRefused as refused:
        return {"refused": {"code": refused.code, "message": refused.message}}
    except MemoryError:
        return {"refused": {"code": "too-large", "message": TOO_LARGE}}
    return {
        "document": {
            "title": document.title,
            "blocks": document.blocks,
            "words": document.word_count,
        }
    }


def _leave_network() -> None:
    """An empty network namespace where the kernel grants one; the audit hook stands either way."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NETWORK) != 0:
        libc.unshare(_NEW_USER | _NEW_NETWORK)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _limit() -> None:
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(kind, (most, most))


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what a parser never needs; opening to read stays possible, for late imports."""
    if event == "open":
        mode, flags = arguments[1], arguments[2]
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (flags or 0) & _WRITING:
            raise PermissionError("writing is not allowed here")
    elif event.startswith(_FORBIDDEN):
        raise PermissionError(f"{event} is not allowed here")


if __name__ == "__main__":
    main()
