"""How many calls one caller may make, counted over all processes
(draft-ietf-httpapi-ratelimit-headers-11).

    request → Throttle (throttle.py): counts in memory, answers 429 → the application
                 ⇅ once a second: what was counted goes to the database, what all counted comes back

Invariant: no call waits for the database to be counted. A process knows its own calls exactly and
the others' as of the last time it shared, so a quota is passed by at most what arrives in between.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.types import Scope

from presence.core.errors import RateLimited
from presence.core.settings import RateSettings
from presence.db.session import Database

log = logging.getLogger(__name__)

SHARE_EVERY_S = 1.0
STATE = "rates"
_MOST_WINDOWS = 50_000
_TOO_MANY = "Too many requests. Please try again in {wait} second{s}."
_SHARE = text("SELECT policy, subject, used FROM share_rates(CAST(:lines AS jsonb))")


@dataclass(frozen=True, slots=True)
class Policy:
    """`quota` calls per `window_s` seconds."""

    name: str
    quota: int
    window_s: int

    @property
    def field(self) -> str:
        """The value of the `RateLimit-Policy` header."""
        return f'"{self.name}";q={self.quota};w={self.window_s}'


@dataclass(frozen=True, slots=True)
class RateLimitState:
    """A caller's state: calls left in the window, seconds until the next one."""

    policy: Policy
    remaining: int
    reset_s: int
    allowed: bool

    @property
    def field(self) -> str:
        """The value of the `RateLimit` header."""
        return f'"{self.policy.name}";r={self.remaining};t={self.reset_s}'

    def refusal(self, sentence: str = "") -> RateLimited:
        """429 with both headers and Retry-After; a general sentence unless one is given."""
        wait = self.reset_s
        return RateLimited(
            sentence or _TOO_MANY.format(wait=wait, s="" if wait == 1 else "s"),
            headers={
                "Retry-After": str(wait),
                "RateLimit-Policy": self.policy.field,
                "RateLimit": self.field,
            },
        )


def policy_of(settings: RateSettings, name: str) -> Policy:
    """A named policy as configured."""
    quota, window_s = settings.policies[name]
    return Policy(name, quota, window_s)


async def count_exactly(session: AsyncSession, policy: Policy, subject: str) -> RateLimitState:
    """Count one call in the database, in the caller's transaction: slower, but never exceeded."""
    now = time.time()
    window = _Window(policy, int(now // policy.window_s))
    lines = json.dumps([_line((policy.name, subject), window, 1)])
    used: int = (await session.execute(_SHARE, {"lines": lines})).one().used
    reset_s = max(1, int((window.number + 1) * policy.window_s - now))
    return RateLimitState(policy, max(0, policy.quota - used), reset_s, used <= policy.quota)


async def give_back_exactly(session: AsyncSession, policy: Policy, subject: str) -> None:
    """Undo one call of this window that `count_exactly` counted."""
    window = _Window(policy, int(time.time() // policy.window_s))
    lines = json.dumps([_line((policy.name, subject), window, -1)])
    await session.execute(_SHARE, {"lines": lines})


def add_rate_state(scope: Scope, state: RateLimitState) -> None:
    """Add another rate limit state to the headers of the response."""
    scope.get("state", {}).get(STATE, []).append(state)


@dataclass(slots=True)
class _Window:
    policy: Policy
    number: int
    known: int = 0  # what the database last reported for all processes, this one included
    unsent: int = 0


class Rates:
    """The counts of this process."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._windows: dict[tuple[str, str], _Window] = {}
        self._task: asyncio.Task[None] | None = None

    def count(self, policy: Policy, subject: str) -> RateLimitState:
        """Count one call of `subject`; a refused call is not counted."""
        now = self._now()
        number = int(now // policy.window_s)
        window = self._windows.get((policy.name, subject))
        if window is None or window.number != number:
            if len(self._windows) >= _MOST_WINDOWS:
                self._forget()
            window = self._windows[(policy.name, subject)] = _Window(policy, number)
        reset_s = max(1, int((number + 1) * policy.window_s - now))
        used = window.known + window.unsent
        if used >= policy.quota:  # guard: http.quota
            return RateLimitState(policy, 0, reset_s, False)
        window.unsent += 1
        return RateLimitState(policy, policy.quota - used - 1, reset_s, True)

    def give_back(self, policy: Policy, subject: str) -> None:
        """Undo one counted call of `subject`; other processes learn of it at the next exchange."""
        window = self._windows.get((policy.name, subject))
        if window is not None and window.number == int(self._now() // policy.window_s):
            window.unsent -= 1

    async def start(self, database: Database) -> None:
        """Start sharing counts with the other processes."""
        self._task = asyncio.create_task(self._keep_sharing(database), name="rates")

    async def close(self) -> None:
        """Stop sharing."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def share(self, database: Database) -> None:
        """Send what was counted since the last time, and receive what all processes counted."""
        self._forget()
        sent = {key: (w, w.unsent) for key, w in self._windows.items() if w.unsent}
        if not sent:
            return
        lines = [_line(key, window, count) for key, (window, count) in sent.items()]
        async with database.transaction() as session:
            rows = (await session.execute(_SHARE, {"lines": json.dumps(lines)})).all()
        for policy, subject, used in rows:
            window, count = sent[(policy, subject)]
            window.known, window.unsent = used, window.unsent - count

    async def _keep_sharing(self, database: Database) -> None:
        while True:
            await asyncio.sleep(SHARE_EVERY_S)
            try:
                await self.share(database)
            except (SQLAlchemyError, OSError) as error:
                log.warning("Rates could not be shared: %s", type(error).__name__)

    def _forget(self) -> None:
        now = self._now()
        self._windows = {
            key: w for key, w in self._windows.items() if w.number == int(now // w.policy.window_s)
        }


def _line(key: tuple[str, str], window: _Window, count: int) -> dict[str, object]:
    return {
        "policy": key[0],
        "subject": key[1],
        "number": window.number,
        "seconds": window.policy.window_s,
        "used": count,
    }
