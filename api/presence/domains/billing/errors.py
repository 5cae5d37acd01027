"""Refusals of billing."""

from __future__ import annotations

from presence.core.errors import NotFound


def no_such_plan() -> NotFound:
    """404: unknown, or no longer sold."""
    return NotFound("We could not find that plan.")
