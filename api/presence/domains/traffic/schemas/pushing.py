"""Pushed lines on the wire."""

from __future__ import annotations

from presence.http.schemas import ApiOut, unit


class LineProblemOut(ApiOut):
    """A line that was not counted. `position` is its first byte, or its number in an array."""

    position: int
    reason: str


class PushedOut(ApiOut):
    """What became of the lines.

    `duplicates` had been sent before. `problems` are the first of the `refused` lines, which were
    not counted and need not be sent again.
    """

    counted: int = unit("count")
    duplicates: int = unit("count")
    refused: int = unit("count")
    problems: list[LineProblemOut]
