"""What a process that reads untrusted data may still do.

Invariant: no profile opens a file, starts a program or a process, or makes memory executable.
"""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass
from typing import Final

from presence.adapters.isolation.seccomp import Bits, SyscallRule

_EXECUTABLE: Final = 4
_THIS_PROCESS: Final = 0
_TYPE: Final = 0xF  # of a socket, without the flags for not blocking and closing
_FLAGS: Final = (1, 2, 3, 4)  # of fcntl: ask for and set whether to close, whether to block
_CONNECTING: Final = socket.MSG_FASTOPEN  # a way to connect that Landlock does not see
_NOT_BLOCKING: Final = 0x5421  # FIONBIO


@dataclass(frozen=True, slots=True)
class SandboxProfile:
    """Calls a process may make, and what it may use of the machine.

    `memory` bytes of address space, `cpu_seconds` from the moment it is locked, `files` open at
    once. `keep` are the descriptors it keeps (None: those it has), `ports` of TCP those that it may
    connect to (None: any).
    """

    calls: tuple[SyscallRule, ...]
    memory: int
    cpu_seconds: int
    files: int
    keep: frozenset[int] | None = frozenset({0, 1, 2})
    network: bool = False
    ports: tuple[int, ...] | None = ()


def _each(*calls: str) -> tuple[SyscallRule, ...]:
    return tuple(SyscallRule(call) for call in calls)


_COMPUTING: Final = (
    *_each(
        "brk", "munmap", "mremap", "madvise", "rt_sigreturn", "rt_sigprocmask", "exit",
        "exit_group", "getrandom", "clock_gettime", "gettimeofday", "getpid", "gettid", "close",
        "restart_syscall",
    ),
    SyscallRule("mmap", (Bits(2, (0,), _EXECUTABLE),)),
    SyscallRule("mprotect", (Bits(2, (0,), _EXECUTABLE),)),
    SyscallRule("clone3", error=errno.ENOSYS),
)  # fmt: skip

READER: Final = SandboxProfile(
    calls=(
        SyscallRule("read", (Bits(0, (0,)),)),
        SyscallRule("write", (Bits(0, (1,)),)),
        *_COMPUTING,
    ),
    memory=256 * 1024 * 1024,
    cpu_seconds=4,
    files=16,
)
"""One document: bytes from its input, text to its output, nothing else."""

CRAWLER: Final = SandboxProfile(
    calls=(
        *_COMPUTING,
        *_each(
            "read", "readv", "write", "writev", "fstat", "lseek", "futex", "sched_yield",
            "epoll_wait", "epoll_pwait", "epoll_ctl", "poll", "ppoll", "nanosleep",
            "clock_nanosleep", "clock_getres", "connect", "recvfrom", "recvmsg",
            "shutdown", "getsockname", "getpeername", "getsockopt", "setsockopt", "rt_sigaction",
            "sigaltstack",
        ),
        SyscallRule(
            "socket",
            (
                Bits(0, (socket.AF_INET, socket.AF_INET6)),
                Bits(1, (socket.SOCK_STREAM,), _TYPE),
                Bits(2, (0, socket.IPPROTO_TCP)),  # others are TCP by names Landlock does not know
            ),
        ),
        SyscallRule("sendto", (Bits(3, (0,), _CONNECTING),)),
        SyscallRule("sendmsg", (Bits(2, (0,), _CONNECTING),)),
        SyscallRule("ioctl", (Bits(1, (_NOT_BLOCKING,)),)),
        SyscallRule("fcntl", (Bits(1, _FLAGS),)),
        SyscallRule("getpriority", (Bits(0, (_THIS_PROCESS,)), Bits(1, (_THIS_PROCESS,)))),
        SyscallRule("setpriority", (Bits(0, (_THIS_PROCESS,)), Bits(1, (_THIS_PROCESS,)))),
    ),
    memory=3 * 1024**3,
    cpu_seconds=120,
    files=1_024,
    keep=None,
    network=True,
)  # fmt: skip
"""One crawl: connections to web servers, and the conversation with whoever asked.

Names are not its own to look up, as that needs files and sockets of other kinds.
"""
