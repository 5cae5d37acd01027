"""What code inside a parser may try: an escape that did not work raises or returns False.

Python's own ways here and in `sandbox_kernel.py`, machine code in `sandbox_native.c`. Invariant:
an escape that worked leaves nothing behind outside its folder, whoever runs it.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import resource
import shutil
import signal
import socket
import subprocess
import termios
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

INHERITED = 77
_LIBC = ctypes.CDLL(None, use_errno=True)
_MOST_CPU_S = 2.5  # a locked process is warned after one second and ended after two


@dataclass(frozen=True, slots=True)
class Bait:
    """A folder of the user's, a file in it with a secret, a process with one at an address.

    `port` and `abstract` are servers of this machine.
    """

    folder: str
    key: str
    process: int
    address: int
    port: int
    abstract: str

    def place(self, name: str) -> str:
        """A path that only this process uses."""
        return f"{self.folder}/{name}-{os.getpid()}"


Escape = Callable[[Bait], object]
ESCAPES: dict[str, Escape] = {}


def escape(function: Escape) -> Escape:
    """Count a function among the escapes."""
    ESCAPES[getattr(function, "__name__", "")] = function
    return function


def prepare(bait: Bait) -> None:
    """Make what the escapes change."""
    Path(bait.place("spare")).write_text("a file of the user")


class _NativeBait(ctypes.Structure):
    _fields_ = (
        ("key", ctypes.c_char_p),
        ("process", ctypes.c_int),
        ("address", ctypes.c_uint64),
        ("port", ctypes.c_int),
    )


def build(folder: Path) -> Path | None:
    """The library with the escapes in machine code, None where there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    source, made = Path(__file__).with_name("sandbox_native.c"), folder / "native.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(source)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own source
    return made


def native_escapes(library: str | None) -> dict[str, Escape]:
    """Those of a built library by name."""
    if library is None:
        return {}
    loaded = ctypes.CDLL(library)
    source = Path(__file__).with_name("sandbox_native.c").read_text()
    names = [
        line.split("(")[0][4:] for line in source.splitlines() if line.startswith("int native_")
    ]
    return {name: partial(_native, loaded[name]) for name in names if hasattr(loaded, name)}


def _native(function: Callable[..., int], bait: Bait) -> bool:
    handed = _NativeBait(bait.key.encode(), bait.process, bait.address, bait.port)
    return bool(function(ctypes.byref(handed)))


def opens(path: str, flags: int = os.O_RDONLY) -> bool:
    """Whether a file is opened; what it says is then there for the reading."""
    return os.open(path, flags, 0o600) >= 0


def _shares(bait: Bait) -> bool:
    name = "/dev/shm/" + os.path.basename(bait.place("presence"))  # noqa: S108 - the point of it
    opened = opens(name, os.O_CREAT | os.O_RDWR)
    os.unlink(name)
    return opened


_FILES = {
    "read_key": lambda bait: opens(bait.key),
    "read_shadow": lambda _: opens("/etc/shadow"),
    "read_passwords": lambda _: opens("/etc/passwd"),
    "read_environ_of_first": lambda _: opens("/proc/1/environ"),
    "read_environ_of_other": lambda bait: opens(f"/proc/{bait.process}/environ"),
    "read_map_of_other": lambda bait: opens(f"/proc/{bait.process}/maps"),
    "read_own_map": lambda _: opens("/proc/self/maps"),
    "read_inherited": lambda _: os.pread(INHERITED, 1, 0),
    "list_root": lambda _: os.listdir("/"),
    "list_processes": lambda _: os.listdir("/proc"),
    "look_at_key": lambda bait: os.stat(bait.key),
    "follow_program": lambda _: os.readlink("/proc/self/exe"),
    "change_folder": lambda bait: os.chdir(bait.folder),
    "write_file": lambda bait: opens(bait.place("w"), os.O_WRONLY | os.O_CREAT),
    "append_to_key": lambda bait: opens(bait.key, os.O_WRONLY | os.O_APPEND),
    "file_without_name": lambda bait: opens(bait.folder, os.O_TMPFILE | os.O_RDWR),
    "make_folder": lambda bait: os.mkdir(bait.place("d")),
    "symlink": lambda bait: os.symlink(bait.key, bait.place("s")),
    "hardlink": lambda bait: os.link(bait.key, bait.place("h")),
    "rename": lambda bait: os.rename(bait.place("spare"), bait.place("moved")),
    "remove": lambda bait: os.unlink(bait.place("spare")),
    "change_mode": lambda bait: os.chmod(bait.place("spare"), 0o500),
    "change_owner": lambda bait: os.chown(bait.place("spare"), 1, 1),
    "truncate": lambda bait: os.truncate(bait.place("spare"), 0),
    "change_time": lambda bait: os.utime(bait.place("spare")),
    "fifo": lambda bait: os.mkfifo(bait.place("f")),
    "device": lambda bait: os.mknod(bait.place("n"), 0o20600, os.makedev(1, 3)),
    "attribute": lambda bait: os.setxattr(bait.place("spare"), "user.a", b"a"),
    "file_in_memory": lambda _: os.memfd_create("a"),
    "shared_memory": _shares,
    "terminal": lambda _: opens("/dev/tty", os.O_RDWR),
    "open_pipe": lambda _: os.pipe(),
    "copy_descriptor": lambda _: os.dup(1),
    "lock_file": lambda _: fcntl.flock(0, fcntl.LOCK_SH),
    "change_root": lambda bait: os.chroot(bait.folder),
}
_PROCESSES = {
    "fork": lambda _: _ended(os.fork()),
    "shell": lambda _: os.execv("/bin/sh", ["sh", "-c", "printf 1"]),  # noqa: S606
    "spawn": lambda _: os.posix_spawn("/bin/true", ["true"], {}),
    "system": lambda _: os.system("true") == 0,  # noqa: S605, S607
    "subprocess": lambda _: subprocess.run(["/bin/true"], check=True),
    "signal_other": lambda bait: os.kill(bait.process, 0),
    "signal_parent": lambda _: os.kill(os.getppid(), 0),
    "signal_everybody": lambda _: os.kill(-1, 0),
    "signal_by_handle": lambda bait: _signal_by_handle(bait.process),
    "priority_of_other": lambda bait: os.setpriority(
        os.PRIO_PROCESS, bait.process, os.getpriority(os.PRIO_PROCESS, 0)
    ),
    "processors_of_other": lambda bait: os.sched_setaffinity(
        bait.process, os.sched_getaffinity(bait.process)
    ),
    "limits_of_other": lambda bait: resource.prlimit(bait.process, resource.RLIMIT_CORE),
    "raise_memory_limit": lambda _: _raised(resource.RLIMIT_AS),
    "raise_processor_limit": lambda _: _raised(resource.RLIMIT_CPU),
    "raise_file_limit": lambda _: _raised(resource.RLIMIT_FSIZE),
    "become_root": lambda _: os.setresuid(0, 0, 0),
    "keep_group_of_root": lambda _: os.setgroups([0]),
    "ignore_processor_limit": lambda _: signal.signal(signal.SIGXCPU, signal.SIG_IGN) is not None,
    "type_into_terminal": lambda _: fcntl.ioctl(2, termios.TIOCSTI, b"x") is not None,
    "size_of_terminal": lambda _: fcntl.ioctl(2, termios.TIOCGWINSZ, bytes(8)),
}
_NETWORK = {
    "connect_loopback": lambda bait: socket.create_connection(("127.0.0.1", bait.port), 2),
    "ask_http": lambda bait: _asked(bait.port),
    "send_datagram": lambda _: socket.socket(type=socket.SOCK_DGRAM).sendto(b"a", ("127.0.0.1", 9)),
    "connect_while_sending": lambda bait: socket.socket().sendto(
        b"a", socket.MSG_FASTOPEN, ("127.0.0.1", bait.port)
    ),
    "connect_by_many_paths": lambda bait: socket.socket(proto=socket.IPPROTO_MPTCP).connect(
        ("127.0.0.1", bait.port)
    ),
    "listen": lambda _: socket.create_server(("127.0.0.1", 0)),
    "listen_unbound": lambda _: socket.socket().listen(),
    "connect_abstract": lambda bait: socket.socket(socket.AF_UNIX).connect("\0" + bait.abstract),
    "bind_abstract": lambda bait: socket.socket(socket.AF_UNIX).bind("\0" + bait.place("a")),
    "bind_unix": lambda bait: socket.socket(socket.AF_UNIX).bind(bait.place("u")),
    "socket_pair": lambda _: socket.socketpair(),
    "socket_4": lambda _: socket.socket(socket.AF_INET),
    "socket_6": lambda _: socket.socket(socket.AF_INET6),
    "socket_unix": lambda _: socket.socket(socket.AF_UNIX),
    "socket_netlink": lambda _: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "socket_packet": lambda _: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "socket_raw": lambda _: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    "socket_datagram": lambda _: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    "socket_cipher": lambda _: socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET),
    "socket_machine": lambda _: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM),
}
ESCAPES.update({**_FILES, **_PROCESSES, **_NETWORK})


def _ended(child: int) -> bool:
    if child == 0:
        os._exit(0)
    return child > 0


def _signal_by_handle(process: int) -> bool:
    signal.pidfd_send_signal(os.pidfd_open(process), 0)
    return True


def _raised(kind: int) -> bool:
    most = resource.RLIM_INFINITY
    resource.setrlimit(kind, (most, most))
    return True


def _asked(port: int) -> bool:
    """Connected is enough: the server there never answers."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=0.2)
    except TimeoutError:
        return True
    return False


@escape
def read_memory_by_file(bait: Bait) -> bool:
    """Another process's memory through /proc."""
    with open(f"/proc/{bait.process}/mem", "rb", 0) as memory:
        memory.seek(bait.address)
        return memory.read(8) == b"a secret"


@escape
def write_own_program(_: Bait) -> bool:
    """Own memory through /proc, which asks no page whether it may be written."""
    target = ctypes.create_string_buffer(b"aaaa")
    with open("/proc/self/mem", "r+b", 0) as memory:
        memory.seek(ctypes.addressof(target))
        memory.write(b"b")
    return target.raw[:1] == b"b"


@escape
def memory_that_runs(_: Bait) -> bool:
    """New machine code."""
    return bool(mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC))


@escape
def thread(_: Bait) -> bool:
    """A thread, which no wall may have to follow."""
    made = threading.Thread(target=int)
    made.start()
    return True


@escape
def thread_bomb(_: Bait) -> bool:
    """Fifty threads."""
    for _number in range(50):
        threading.Thread(target=time.sleep, args=(0.2,), daemon=True).start()
    return True


@escape
def memory_bomb(_: Bait) -> bool:
    """Four hundred megabytes."""
    return len(bytes(400_000_000)) > 0


@escape
def memory_bomb_in_pieces(_: Bait) -> bool:
    """The same by the page, past Python's allocator."""
    kept = [mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(400)]
    return len(kept) == 400


@escape
def processor_bomb(_: Bait) -> bool:
    """More processor time than there is."""
    while time.process_time() < _MOST_CPU_S:
        pass
    return True


@escape
def file_bomb(bait: Bait) -> bool:
    """A large file."""
    with open(bait.place("large"), "wb") as file:
        file.write(bytes(8_000_000))
    os.unlink(bait.place("large"))
    return True


@escape
def descriptor_bomb(_: Bait) -> bool:
    """More open files than there may be."""
    return len([os.dup(0) for _ in range(100)]) == 100
