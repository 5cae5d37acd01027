"""Failed guesses, forgotten: for tests whose own many people would hold each other up."""

from __future__ import annotations

import asyncpg


async def forget_guesses(admin: asyncpg.Connection) -> None:
    """As if nobody had guessed anything."""
    await admin.execute("DELETE FROM login_attempt")
    await admin.execute("DELETE FROM login_guess")
