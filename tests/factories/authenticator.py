"""Somebody's authenticator app.

Invariant: no code is shown twice, and each is still right for half a step after it was shown,
however close the edge of a step is.
"""

from __future__ import annotations

import asyncio
import time

import pyotp

from presence.core.totp import STEP_S, WINDOW

_ROOM_S = STEP_S / 2


class Authenticator:
    """Shows the codes of a key, in base 32, one door each."""

    def __init__(self, secret: str) -> None:
        self._totp = pyotp.TOTP(secret)
        self._shown = 0

    async def code(self) -> str:
        """The earliest code that opens another door; waits when the next is not yet right."""
        earliest = int(time.time() + _ROOM_S) // STEP_S - WINDOW
        self._shown = max(earliest, self._shown + 1)
        early_s = (self._shown - WINDOW) * STEP_S - time.time()
        if early_s > 0:
            await asyncio.sleep(early_s)
        return str(self._totp.generate_otp(self._shown))
