"""A network of one's own in which the whole internet is this machine, and every packet is seen.

Every IPv4 and IPv6 address is a local one there: whoever is let through reaches a server that
answers, so a guard that fails is seen to fail. Names are answered by a resolver of ours, asked by
the system's own. Invariant: nothing leaves the machine, and nothing outside it is changed.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

NAMESERVER = "9.9.9.9"
OWN_ADDRESS = "2606:4700::2"  # where IPv6 connections come from; IPv4 ones come from their target
_NEW_NETWORK, _NEW_MOUNTS, _NEW_USER = 0x4000_0000, 0x0002_0000, 0x1000_0000
_PRIVATE, _RECURSIVE, _BIND = 1 << 18, 0x4000, 0x1000
_EVERY_PACKET = 0x0003
_OUTGOING = 4
_TCP, _UDP = 6, 17
_PACKETS, _STATISTICS = 263, 6


def is_granted() -> bool:
    """Whether this machine gives a process such a network; asked of a process that ends."""
    asked = [sys.executable, "-m", "tests.assurance.netspace"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0  # noqa: S603 - our own module


def enter() -> None:
    """Move this process there, for good. Raises OSError or CalledProcessError where refused."""
    libc = ctypes.CDLL(None, use_errno=True)
    wanted = _NEW_NETWORK | _NEW_MOUNTS
    if libc.unshare(wanted) != 0:
        user, group = os.getuid(), os.getgid()
        if libc.unshare(wanted | _NEW_USER) != 0:
            raise OSError(ctypes.get_errno(), "no network of its own is granted here")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    ip = shutil.which("ip", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if ip is None:
        raise OSError("the program ip is not installed")
    for command in (
        "link set lo up",
        f"-6 addr add {OWN_ADDRESS}/128 dev lo nodad",
        "route add local 0.0.0.0/0 dev lo",
        f"-6 route add local ::/0 dev lo src {OWN_ADDRESS}",
    ):
        subprocess.run([ip, *command.split()], check=True, capture_output=True)  # noqa: S603 - fixed commands
    _resolve_by(libc, NAMESERVER)


def _resolve_by(libc: ctypes.CDLL, server: str) -> None:
    """Lay files of ours over those the system's resolver reads, in this process's view alone."""
    if libc.mount(b"none", b"/", None, _RECURSIVE | _PRIVATE, None) != 0:
        raise OSError(ctypes.get_errno(), "the view of files cannot be made private")
    folder = Path(tempfile.mkdtemp(prefix="presence-netspace-"))
    texts = {
        "resolv.conf": f"nameserver {server}\noptions timeout:2 attempts:2\n",
        "nsswitch.conf": "hosts: dns\n",
        "hosts": "",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
        place = Path("/etc") / name
        if place.exists() and libc.mount(
            os.fsencode(folder / name), os.fsencode(place.resolve()), None, _BIND, None
        ):
            raise OSError(ctypes.get_errno(), f"{place} cannot be covered")


class Packets:
    """Counts every packet by where it is sent, on a thread of its own."""

    def __init__(self, is_forbidden: Callable[[str], bool]) -> None:
        self._is_forbidden = is_forbidden
        self._judged: dict[bytes, str | None] = {}
        self._socket = socket.socket(
            socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_EVERY_PACKET)
        )
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 << 20)
        self._socket.settimeout(0.1)
        self._open = True
        self.seen = self.lost = 0
        self.forbidden: Counter[str] = Counter()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop when everything sent so far was read."""
        self._open = False
        self._thread.join()
        told = self._socket.getsockopt(_PACKETS, _STATISTICS, 8)
        self.lost = int.from_bytes(told[4:], sys.byteorder)
        self._socket.close()

    def _read(self) -> None:
        while True:
            try:
                data, address = self._socket.recvfrom(128)
            except TimeoutError:
                if not self._open:
                    return
                continue
            if address[2] == _OUTGOING:
                self._count(data)

    def _count(self, data: bytes) -> None:
        version = data[0] >> 4
        protocol, target = (data[9], data[16:20]) if version == 4 else (data[6], data[24:40])
        if protocol not in (_TCP, _UDP):
            return  # the kernel's own neighbour messages
        self.seen += 1
        if target not in self._judged:
            text = str(IPv4Address(target) if version == 4 else IPv6Address(target))
            self._judged[target] = text if self._is_forbidden(text) else None
        found = self._judged[target]
        if found is not None:
            self.forbidden[found] += 1


if __name__ == "__main__":
    enter()
    Packets(lambda _: False).close()
