"""The real clock behind the analysis library's `Clock` port and everything else that asks time."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime


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
