"""Refusals that several services of the slice give."""

from __future__ import annotations

from presence.core.errors import NotFound


def no_source() -> NotFound:
    """404: deleted, unknown, or somebody else's."""
    return NotFound("We could not find that log source.")


def no_upload() -> NotFound:
    """404: deleted, unknown, or somebody else's."""
    return NotFound("We could not find that log.")


def no_report() -> NotFound:
    """404: deleted, unknown, or somebody else's."""
    return NotFound("We could not find that report.")
