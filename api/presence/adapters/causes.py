"""The exceptions behind an exception, for adapters that distinguish one failure from another.

Invariant: the walk ends, even where exceptions point at each other.
"""

from __future__ import annotations

from collections.abc import Iterator


def causes(error: BaseException) -> Iterator[BaseException]:
    """The exception itself, then what it was raised from or during, nearest first.

    An HTTP client may keep the system's own error in `os_error`; it counts as a cause.
    """
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        own = getattr(current, "os_error", None)
        nested = own if isinstance(own, BaseException) else None
        current = current.__cause__ or nested or current.__context__
