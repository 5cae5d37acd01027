"""Argon2id, computed off the event loop on a small pool of threads.

Invariant: a check takes the same work whether or not the account exists, and no more than `THREADS`
hashes are computed at a time, so a burst of sign-ins cannot starve everything else.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from fastapi_users.password import PasswordHelper
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from presence.core.settings import SessionSettings

THREADS = 2


class Passwords(PasswordHelper):
    """fastapi_users' helper with our parameters, plus awaitable forms of both operations."""

    def __init__(self, settings: SessionSettings) -> None:
        hasher = Argon2Hasher(
            time_cost=settings.argon2_time_cost,
            memory_cost=settings.argon2_memory_kib,
            parallelism=1,
        )
        super().__init__(PasswordHash((hasher,)))
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._nobody = self.hash(secrets.token_urlsafe())

    async def hashed(self, password: str) -> str:
        """The encoded hash of a new password."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self.hash, password)

    async def check(self, password: str, stored: str | None) -> tuple[bool, str | None]:
        """(matches, better hash to store or None); without a stored hash the same work, False."""
        matches, better = await asyncio.get_running_loop().run_in_executor(
            self._pool, self.verify_and_update, password, stored or self._nobody
        )
        return (matches, better) if stored else (False, None)

    def close(self) -> None:
        """Shut down the threads."""
        self._pool.shutdown(wait=False)
