"""Isolates a process that reads untrusted bytes, before it reads the first of them.

Invariant: once `lock_down` returns, there is no way back: no file, no program, no other process, no
privilege, and no more time and memory than the profile grants. Protections that the kernel lacks
are named in the result; without the system call filter it does not return at all.
"""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from presence.adapters.isolation import kernel, landlock, seccomp
from presence.adapters.isolation.profiles import CRAWLER, READER, SandboxProfile

__all__ = [
    "CRAWLER",
    "READER",
    "Demand",
    "Isolation",
    "NotIsolated",
    "SandboxProfile",
    "close_others",
    "lock_down",
]

Demand = Literal["full", "seccomp"]
# A range that no distribution assigns to people, services or containers; plus a process id.
_OWN_IDS: Final = 1_900_000_000
_NOBODY: Final = 65_534
_MOST_DESCRIPTORS: Final = 65_536


class NotIsolated(Exception):
    """The kernel does not provide what is required; says what is missing."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """The protections in force: Landlock's version (0: none), own user, own network."""

    landlock: int
    own_user: bool
    own_network: bool

    @property
    def full(self) -> bool:
        """Whether two mechanisms of the kernel protect files independently."""
        return self.landlock > 0

    def __str__(self) -> str:
        walls = ["seccomp"]
        walls += [f"Landlock {self.landlock}"] if self.landlock else []
        walls += ["own user"] if self.own_user else []
        walls += ["no network"] if self.own_network else []
        return ", ".join(walls) if len(walls) > 1 else "seccomp only"


def lock_down(profile: SandboxProfile, demand: Demand = "seccomp") -> Isolation:
    """Permanently remove from this process everything the profile does not list.

    Raises NotIsolated or OSError; the process must then exit, because what it lost does not come
    back.
    """
    if len(os.listdir("/proc/self/task")) != 1:
        raise NotIsolated("There is more than one thread; a wall would stand before one of them.")
    machine = kernel.architecture()
    if profile.keep is not None:
        close_others(profile.keep)
    own_network = False if profile.network else _leave_network()
    own_user = _become_nobody()
    kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    _limit(profile)  # guard: isolation.limits
    version = landlock.restrict(profile.ports)
    if demand == "full" and not version:  # guard: isolation.demand
        raise NotIsolated("The kernel has no Landlock.")
    seccomp.install(seccomp.program(profile.calls, machine))  # guard: isolation.calls
    return Isolation(version, own_user, own_network)


def close_others(keep: frozenset[int]) -> None:
    """Close every descriptor but these."""
    first = 0
    for kept in [*sorted(keep), _MOST_DESCRIPTORS]:
        if first < kept:  # an empty range closes everything
            os.closerange(first, kept)
        first = kept + 1


def _leave_network() -> bool:
    """Move to an empty network namespace, if the kernel grants one."""
    network, user = kernel.NEW_NAMESPACE["network"], kernel.NEW_NAMESPACE["user"]
    for asked in (network, network | user):
        with suppress(OSError):
            kernel.call("unshare", asked | kernel.NEW_NAMESPACE["ipc"])
            return True
    return False


def _become_nobody() -> bool:
    """Switch to a user that owns nothing and is nobody else, if this process may.

    Returns whether it did. Raises NotIsolated if the way back is still open.
    """
    for own in (_OWN_IDS + os.getpid(), _NOBODY):
        try:
            os.setgroups([])
            os.setresgid(own, own, own)
            os.setresuid(own, own, own)
        except OSError:
            continue
        if os.getresuid() == (own, own, own) and os.getresgid() == (own, own, own):
            return True
    return False


def _limit(profile: SandboxProfile) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + 0.999) + profile.cpu_seconds
    for kind, most, hardest in (
        (resource.RLIMIT_AS, profile.memory, profile.memory),
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_NOFILE, profile.files, profile.files),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_MEMLOCK, 0, 0),
        (resource.RLIMIT_MSGQUEUE, 0, 0),
        (resource.RLIMIT_NPROC, 0, 0),
    ):
        resource.setrlimit(kind, (most, hardest))
