"""Tells now and then how far a long copy is."""

from __future__ import annotations

import time

import typer

_EVERY_S = 2.0


class ByteProgress:
    """Call it with the bytes of each part; prints a line every two seconds."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._bytes = 0
        self._printed_at = time.monotonic()

    def __call__(self, moved: int) -> None:
        """Count, and print when it is time."""
        self._bytes += moved
        if time.monotonic() - self._printed_at >= _EVERY_S:
            self._printed_at = time.monotonic()
            typer.echo(f"  {self._doing}: {self._bytes / 1_000_000:,.0f} MB", err=True)
