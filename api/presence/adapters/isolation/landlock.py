"""Landlock: no file, and of the network only ports that are named, whatever the process's user may.

A second wall behind the list of system calls, by another part of the kernel. Invariant: all that
the running kernel can forbid is forbidden; `restrict` says what that was.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable
from typing import Final

from presence.adapters.isolation import kernel

_ASK_VERSION: Final = 1
_PORT_RULE: Final = 2
_BIND, _CONNECT = 1, 2
_SCOPES: Final = 0b11  # abstract sockets, and signals to others
_FILES: Final = 13  # rights over files that the first version knows
_MORE_FILES: Final = ((2, 13), (3, 14), (5, 15))  # version: refer, truncate, ioctl on devices
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class _Port(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("port", ctypes.c_uint64))


def version() -> int:
    """What the kernel knows of Landlock; 0 for nothing."""
    try:
        return kernel.call("landlock_create_ruleset", None, 0, _ASK_VERSION)
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM):
            return 0
        raise


def restrict(ports: Iterable[int] | None = ()) -> int:
    """Forbid every file, binding, and TCP connections but to `ports` (None: to any).

    The version in force, 0 where the kernel has none. Needs no_new_privs; raises OSError.
    """
    known = version()
    if known == 0:
        return 0
    connecting = 0 if ports is None else _CONNECT
    rules = _Ruleset(
        sum(1 << bit for bit in range(_FILES))
        + sum(1 << bit for since, bit in _MORE_FILES if known >= since),
        _BIND | connecting if known >= _NETWORK_SINCE else 0,
        _SCOPES if known >= _SCOPES_SINCE else 0,
    )
    size = 8 * (1 + (known >= _NETWORK_SINCE) + (known >= _SCOPES_SINCE))
    handle = kernel.call("landlock_create_ruleset", ctypes.pointer(rules), size, 0)
    try:
        for port in (ports or ()) if known >= _NETWORK_SINCE else ():
            rule = _Port(_CONNECT, port)
            kernel.call("landlock_add_rule", handle, _PORT_RULE, ctypes.pointer(rule), 0)
        kernel.call("landlock_restrict_self", handle, 0)
    finally:
        os.close(handle)
    return known
