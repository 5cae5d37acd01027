"""The real clock behind the analysis library's `Clock` port and everything else that asks time.

Invariant: outside production a file may move the calendar, never the seconds that limit a wait.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from presence.core.settings import Settings


class ClockRefused(Exception):
    """A clock that can be moved has no place in production."""


def zone_of(name: str | None) -> ZoneInfo:
    """The time zone of that name; UTC for none, and for one this machine does not know."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


class SystemClock:
    """Wall clock in UTC and the process's monotonic clock."""

    def now(self) -> datetime:
        """Current aware UTC time."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds, never going back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Pause the calling task."""
        await asyncio.sleep(seconds)


class TrialClock(SystemClock):
    """The wall clock, ahead by the whole seconds in a file: months pass while a test looks on."""

    def __init__(self, ahead: Path) -> None:
        self._ahead = ahead

    def now(self) -> datetime:
        """Aware UTC; the wall clock's time while the file is not there."""
        try:
            seconds = int(self._ahead.read_text())
        except FileNotFoundError:
            seconds = 0
        return super().now() + timedelta(seconds=seconds)


def clock_of(settings: Settings) -> SystemClock:
    """The clock of a process. ClockRefused for a movable one in production."""
    if settings.clock_ahead is None:
        return SystemClock()
    if settings.environment == "production":  # guard: core.clock-in-production
        raise ClockRefused("PRESENCE_CLOCK_AHEAD is for tests and cannot be set in production.")
    return TrialClock(settings.clock_ahead)
