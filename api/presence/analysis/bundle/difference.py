"""The first place where what a bundle says differs from what comes out of its inputs.

Invariant: places are named depth first with keys sorted, so the same alteration is named alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from presence.analysis.provenance import canonical

ABSENT: Final = "nothing"
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the bundle first disagrees with what comes out of its inputs."""

    path: str
    expected: str
    got: str


def differences(path: str, expected: Any, got: Any) -> Iterator[Difference]:
    """The first place below `path` where two JSON values differ, depth first, keys sorted."""
    yield from _walk(path, json.loads(canonical(expected)), got)


def _walk(path: str, expected: Any, got: Any) -> Iterator[Difference]:
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in sorted(expected.keys() | got.keys()):
            if key not in expected or key not in got:
                yield Difference(
                    f"{path}/{key}", shown(expected.get(key, ...)), shown(got.get(key, ...))
                )
            else:
                yield from _walk(f"{path}/{key}", expected[key], got[key])
    elif isinstance(expected, list) and isinstance(got, list):
        for number in range(max(len(expected), len(got))):
            old = expected[number] if number < len(expected) else ...
            new = got[number] if number < len(got) else ...
            if old is ... or new is ...:
                yield Difference(f"{path}/{number}", shown(old), shown(new))
            else:
                yield from _walk(f"{path}/{number}", old, new)
    elif expected != got or type(expected) is not type(got):
        yield Difference(path, shown(expected), shown(got))


def shown(value: Any) -> str:
    """A value as it is printed, `...` for none."""
    text = ABSENT if value is ... else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
