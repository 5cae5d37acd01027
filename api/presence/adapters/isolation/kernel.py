"""Calls to the Linux kernel that Python has no function for, and the numbers they go by.

Invariant: a call that fails raises OSError with the kernel's reason; nothing fails silently.
"""

from __future__ import annotations

import ctypes
import os
import platform
from dataclasses import dataclass
from typing import Final

PR_SET_DUMPABLE: Final = 4
PR_CAP_AMBIENT: Final = 47
PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
PR_SET_NO_NEW_PRIVS: Final = 38
NEW_NAMESPACE: Final = {
    "network": 0x4000_0000,
    "user": 0x1000_0000,
    "ipc": 0x0800_0000,
}
_CAPABILITY_VERSION: Final = 0x2008_0522

# (x86_64, aarch64); None where an architecture does without the call.
NUMBERS: Final[dict[str, tuple[int | None, int | None]]] = {
    "brk": (12, 214),
    "capset": (126, 91),
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "clone": (56, 220),
    "clone3": (435, 435),
    "close": (3, 57),
    "connect": (42, 203),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_pwait": (281, 22),
    "epoll_wait": (232, None),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "fcntl": (72, 25),
    "fstat": (5, 80),
    "futex": (202, 98),
    "getpeername": (52, 205),
    "getpid": (39, 172),
    "getpriority": (140, 141),
    "getrandom": (318, 278),
    "getsockname": (51, 204),
    "getsockopt": (55, 209),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "ioctl": (16, 29),
    "landlock_add_rule": (445, 445),
    "landlock_create_ruleset": (444, 444),
    "landlock_restrict_self": (446, 446),
    "lseek": (8, 62),
    "madvise": (28, 233),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "nanosleep": (35, 101),
    "poll": (7, None),
    "ppoll": (271, 73),
    "read": (0, 63),
    "readv": (19, 65),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "restart_syscall": (219, 128),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_yield": (24, 124),
    "seccomp": (317, 277),
    "sendmsg": (46, 211),
    "sendto": (44, 206),
    "setpriority": (141, 140),
    "setsockopt": (54, 208),
    "shutdown": (48, 210),
    "sigaltstack": (131, 132),
    "socket": (41, 198),
    "unshare": (272, 97),
    "write": (1, 64),
    "writev": (20, 66),
}


@dataclass(frozen=True, slots=True)
class Architecture:
    """How a processor's calls are known: the kernel's name of it, its column in NUMBERS."""

    audit: int
    column: int
    calls: int | None = None

    def number(self, call: str) -> int | None:
        """The number of a call here, None where there is no such call."""
        return NUMBERS[call][self.column]


# `calls`: numbers from there on are the x32 calls, a second door to everything.
ARCHITECTURES: Final = {
    "x86_64": Architecture(0xC000_003E, 0, 0x4000_0000),
    "aarch64": Architecture(0xC000_00B7, 1),
}

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def architecture() -> Architecture:
    """The architecture of this machine. Raises OSError if it has no table here."""
    known = ARCHITECTURES.get(platform.machine())
    if known is None or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise OSError(f"No table of system calls for {platform.machine()}.")
    return known


def call(name: str, *arguments: int | ctypes._Pointer[ctypes.Structure] | None) -> int:
    """Make a system call by name; raises OSError."""
    number = architecture().number(name)
    if number is None:
        raise OSError(f"{name} does not exist here.")
    made = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return _checked(int(_libc.syscall(ctypes.c_long(number), *made)), name)


def prctl(option: int, *arguments: int) -> int:
    """Change an attribute of this process; raises OSError."""
    made = [ctypes.c_ulong(each) for each in (*arguments, 0, 0, 0, 0)[:4]]
    return _checked(int(_libc.prctl(ctypes.c_int(option), *made)), "prctl")


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Capabilities(ctypes.Structure):
    _fields_ = tuple(
        (f"{kind}{half}", ctypes.c_uint32)
        for half in (0, 1)
        for kind in ("effective", "permitted", "inheritable")
    )


def drop_capabilities() -> None:
    """Drop every privilege, whichever user this process runs as; raises OSError."""
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header, nothing = _Header(_CAPABILITY_VERSION, 0), _Capabilities()
    call("capset", ctypes.pointer(header), ctypes.pointer(nothing))


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
