"""A list of the system calls a process may still make, as a program that the kernel runs.

Invariant: what is not on the list fails with EPERM and does nothing; a call of another
architecture or of x32, whose numbers mean something else, ends the process.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from presence.adapters.isolation import kernel
from presence.adapters.isolation.kernel import Architecture

_FILTER: Final = 1
_ALL_THREADS: Final = 1
_ALLOW: Final = 0x7FFF_0000
_FAIL: Final = 0x0005_0000
_KILL: Final = 0x8000_0000
_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_STEP = struct.Struct("<HBBI")  # what the kernel knows as struct sock_filter


@dataclass(frozen=True, slots=True)
class Bits:
    """The lower half of argument `index`, as far as `mask` shows it, is one of `values`."""

    index: int
    values: tuple[int, ...]
    mask: int = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class SyscallRule:
    """A call that is permitted when every condition holds; `error` makes it fail by that number."""

    call: str
    where: tuple[Bits, ...] = ()
    error: int = 0


def program(
    rules: Sequence[SyscallRule], machine: Architecture, otherwise: int = errno.EPERM
) -> bytes:
    """The rules for `machine`; what none permits fails by `otherwise`, 0 permits it."""
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    if machine.calls is not None:
        steps += [(_AT_LEAST, 0, 1, machine.calls), (_RETURN, 0, 0, _KILL)]
    for rule in rules:
        steps += _steps(rule, machine)
    return b"".join(_STEP.pack(*step) for step in [*steps, (_RETURN, 0, 0, _answer(otherwise))])


def _steps(rule: SyscallRule, machine: Architecture) -> list[tuple[int, int, int, int]]:
    """Jumps lead over what does not apply; the number is loaded again for the next rule."""
    number = machine.number(rule.call)
    if number is None:
        return []
    inside: list[tuple[int, int, int, int]] = [(_RETURN, 0, 0, _answer(rule.error))]
    for bits in reversed(rule.where):
        tests: list[tuple[int, int, int, int]] = []
        for left, value in enumerate(reversed(bits.values)):
            tests.insert(0, (_EQUAL, left, 0 if left else len(inside), value))
        load = [(_LOAD, 0, 0, _ARGUMENTS_AT + 8 * bits.index), (_AND, 0, 0, bits.mask)]
        inside = [*load, *tests, *inside]
    back = [(_LOAD, 0, 0, _NUMBER_AT)] if rule.where else []
    return [(_EQUAL, 0, len(inside) + len(back), number), *inside, *back]


def _answer(error: int) -> int:
    return _FAIL | error if error else _ALLOW


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def install(made: bytes) -> None:
    """Have the kernel run a filter before every call of every thread, permanently; raises OSError.

    Needs no_new_privs.
    """
    handed = _Program(len(made) // _STEP.size, made)
    kernel.call("seccomp", _FILTER, _ALL_THREADS, ctypes.pointer(handed))
