"""Escapes by system calls for which Python has no function, made through the C library.

Invariant: as in `sandbox_escapes.py`.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from collections.abc import Callable

from tests.assurance.sandbox_escapes import Bait, Escape

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long
_COLUMN = 0 if platform.machine() == "x86_64" else 1
_NUMBERS = {
    "add_key": (248, 217), "bpf": (321, 280), "capset": (126, 91), "execveat": (322, 281),
    "fanotify_init": (300, 262), "fsopen": (430, 430), "inotify_init1": (294, 26),
    "io_uring_setup": (425, 425), "kcmp": (312, 272), "keyctl": (250, 219),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "mount": (165, 40),
    "move_mount": (429, 429), "msgctl": (71, 187), "msgget": (68, 186),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "open_tree": (428, 428),
    "perf_event_open": (298, 241), "personality": (135, 92), "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434), "prctl": (157, 167), "process_madvise": (440, 440),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "ptrace": (101, 117),
    "seccomp": (317, 277), "semctl": (66, 191), "semget": (64, 190), "sethostname": (170, 161),
    "setns": (308, 268), "shmat": (30, 196), "shmctl": (31, 195), "shmget": (29, 194),
    "syslog": (103, 116), "tgkill": (234, 131), "timer_create": (222, 107), "umount2": (166, 39),
    "unshare": (272, 97), "userfaultfd": (323, 282),
}  # fmt: skip
_NEW = {
    "user": 0x1000_0000,
    "mounts": 0x0002_0000,
    "network": 0x4000_0000,
    "processes": 0x2000_0000,
}
_HERE = -100  # AT_FDCWD


def ask(name: str, *arguments: object) -> int:
    """Make a call; below 0 when it fails."""
    made = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return int(_LIBC.syscall(ctypes.c_long(_NUMBERS[name][_COLUMN]), *made))


def _gives(name: str, *arguments: object) -> Escape:
    """An escape that works when the call does."""
    return lambda _: ask(name, *arguments) >= 0


class _Piece(ctypes.Structure):
    _fields_ = (("start", ctypes.c_uint64), ("length", ctypes.c_size_t))


def _memory(name: str) -> Callable[[Bait], bool]:
    """Eight bytes of another process's memory, read or written with what they were."""

    def works(bait: Bait) -> bool:
        here = ctypes.create_string_buffer(b"a secret")
        local = _Piece(ctypes.addressof(here), 8)
        remote = _Piece(bait.address, 8)
        pieces = ctypes.byref(local), 1, ctypes.byref(remote), 1
        return ask(name, bait.process, *pieces, 0) == 8

    return works


def _mount(bait: Bait) -> bool:
    os.mkdir(place := bait.place("m"))
    if ask("mount", b"none", place.encode(), b"tmpfs", 0, None) != 0:
        return False
    return ask("umount2", place.encode(), 2) == 0


def _join_network(bait: Bait) -> bool:
    return ask("setns", ask("pidfd_open", bait.process, 0), _NEW["network"]) == 0


def _mount_as_new_user(bait: Bait) -> bool:
    if ask("unshare", _NEW["user"] | _NEW["mounts"]) != 0:
        return False
    return _mount(bait)


def _run_from_memory(_: Bait) -> bool:
    file = ask("memfd_create", b"a", 0)
    if file < 0:
        return False
    with open("/bin/sh", "rb") as shell:
        os.write(file, shell.read())
    words = (ctypes.c_char_p * 4)(b"sh", b"-c", b"printf 1", None)
    ask("execveat", file, b"", words, None, 0x1000)
    return False


def _take_descriptor(bait: Bait) -> bool:
    return ask("pidfd_getfd", ask("pidfd_open", bait.process, 0), 1, 0) >= 0


def _by_handle(bait: Bait) -> bool:
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0), 136)
    place = ctypes.c_int()
    if ask("name_to_handle_at", _HERE, bait.key.encode(), handle, ctypes.byref(place), 0) != 0:
        return False
    folder = os.open(bait.folder, os.O_RDONLY)
    return ask("open_by_handle_at", folder, handle, os.O_RDONLY) >= 0


def _shared(_: Bait) -> bool:
    made = ask("shmget", 0, 4096, 0o1600)
    worked = made >= 0 and ask("shmat", made, None, 0) > 0
    ask("shmctl", made, 0, None)
    return worked


def _semaphores(_: Bait) -> bool:
    made = ask("semget", 0, 1, 0o1600)
    return made >= 0 and ask("semctl", made, 0, 0) == 0


def _messages(_: Bait) -> bool:
    made = ask("msgget", 0, 0o1600)
    return made >= 0 and ask("msgctl", made, 0, None) == 0


def _attribute(size: int, *fields: tuple[int, int, str]) -> ctypes.Array[ctypes.c_char]:
    """A structure with (offset, value, format) filled in."""
    made = ctypes.create_string_buffer(size)
    for offset, value, form in fields:
        struct.pack_into(form, made, offset, value)
    return made


def _capabilities(_: Bait) -> bool:
    """The right to change the network's and the system's settings, asked back."""
    header = struct.pack("Ii", 0x2008_0522, 0)
    wanted = struct.pack("6I", 1 << 21, 1 << 21, 0, 0, 0, 0)
    return ask("capset", header, wanted) == 0


def _name_of_machine(_: Bait) -> bool:
    """The name it has anyway."""
    name = os.uname().nodename.encode()
    return ask("sethostname", name, len(name)) == 0


def _timer(_: Bait) -> bool:
    return ask("timer_create", 0, None, ctypes.byref(ctypes.c_int())) == 0


ESCAPES_OF_THE_KERNEL: dict[str, Escape] = {
    "ptrace_attach": lambda bait: ask("ptrace", 0x4206, bait.process, 0, 0) == 0,
    "ptrace_invite": _gives("ptrace", 0, 0, 0, 0),
    "read_memory": _memory("process_vm_readv"),
    "write_memory": _memory("process_vm_writev"),
    "take_descriptor": _take_descriptor,
    "handle_of_process": lambda bait: ask("pidfd_open", bait.process, 0) >= 0,
    "compare_processes": lambda bait: ask("kcmp", os.getpid(), bait.process, 1, 0, 0) >= 0,
    "signal_thread": lambda bait: ask("tgkill", bait.process, bait.process, 0) == 0,
    "mount": _mount,
    "mount_as_new_user": _mount_as_new_user,
    "mount_by_context": _gives("fsopen", b"tmpfs", 0),
    "tree_of_mounts": _gives("open_tree", _HERE, b"/", 1),
    "new_user": _gives("unshare", _NEW["user"]),
    "new_mounts": _gives("unshare", _NEW["mounts"]),
    "new_processes": _gives("unshare", _NEW["processes"]),
    "join_network": _join_network,
    "open_by_handle": _by_handle,
    "run_from_memory": _run_from_memory,
    "kernel_program": lambda _: ask("bpf", 0, _attribute(
        72, (0, 2, "I"), (4, 4, "I"), (8, 4, "I"), (12, 1, "I")), 72) >= 0,
    "key_add": _gives("add_key", b"user", b"presence", b"a", 1, -1),
    "key_session": _gives("keyctl", 0, -3, 1),
    "performance_counter": lambda _: ask("perf_event_open", _attribute(
        128, (0, 1, "I"), (4, 128, "I"), (40, 0x61, "Q")), 0, -1, -1, 0) >= 0,
    "ring": lambda _: ask("io_uring_setup", 4, _attribute(120)) >= 0,
    "page_faults": _gives("userfaultfd", 1),
    "personality": lambda _: ask("personality", 0x0040000) >= 0,
    "kernel_log": _gives("syslog", 10, None, 0),
    "name_of_machine": _name_of_machine,
    "watch_files": _gives("inotify_init1", 0),
    "watch_all_files": _gives("fanotify_init", 0, 0),
    "shared_segment": _shared,
    "semaphores": _semaphores,
    "messages": _messages,
    "capabilities": _capabilities,
    "show_memory": _gives("prctl", 4, 1, 0, 0, 0),
    "let_all_trace": _gives("prctl", 36, 1, 0, 0, 0),
    "another_filter": _gives("seccomp", 2, 0, ctypes.byref(ctypes.c_uint32(0x7FFF0000))),
    "timer": _timer,
}  # fmt: skip
