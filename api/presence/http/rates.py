"""How many calls one caller may make, counted over all processes
(draft-ietf-httpapi-ratelimit-headers-11).

    request → Throttle: counts in memory, answers 429 → the application
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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.core.errors import RateLimited
from presence.core.settings import RateSettings
from presence.db.session import Database
from presence.http.client import bearer_token, client_address, throttle_key
from presence.http.errors import error_response

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
        """As `RateLimit-Policy` says it."""
        return f'"{self.name}";q={self.quota};w={self.window_s}'


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a caller stands: calls left in the window, seconds until the next one."""

    policy: Policy
    remaining: int
    reset_s: int
    allowed: bool

    @property
    def field(self) -> str:
        """As `RateLimit` says it."""
        return f'"{self.policy.name}";r={self.remaining};t={self.reset_s}'

    def refusal(self) -> RateLimited:
        """429 with both fields and Retry-After."""
        wait = self.reset_s
        return RateLimited(
            _TOO_MANY.format(wait=wait, s="" if wait == 1 else "s"),
            headers={
                "Retry-After": str(wait),
                "RateLimit-Policy": self.policy.field,
                "RateLimit": self.field,
            },
        )


def policy_of(settings: RateSettings, name: str) -> Policy:
    """A named policy as it is set."""
    quota, window_s = settings.policies[name]
    return Policy(name, quota, window_s)


async def count_exactly(session: AsyncSession, policy: Policy, subject: str) -> Standing:
    """Count one call in the database, within the caller's transaction; slower and never passed."""
    now = time.time()
    window = _Window(policy, int(now // policy.window_s))
    lines = json.dumps([_line((policy.name, subject), window, 1)])
    used: int = (await session.execute(_SHARE, {"lines": lines})).one().used
    reset_s = max(1, int((window.number + 1) * policy.window_s - now))
    return Standing(policy, max(0, policy.quota - used), reset_s, used <= policy.quota)


def tell(scope: Scope, standing: Standing) -> None:
    """Have the answer to a request say one more standing."""
    scope.get("state", {}).get(STATE, []).append(standing)


@dataclass(slots=True)
class _Window:
    policy: Policy
    number: int
    known: int = 0  # what the database said all processes counted, ours included
    unsent: int = 0


class Rates:
    """The counts of this process."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._windows: dict[tuple[str, str], _Window] = {}
        self._task: asyncio.Task[None] | None = None

    def count(self, policy: Policy, subject: str) -> Standing:
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
        if used >= policy.quota:
            return Standing(policy, 0, reset_s, False)
        window.unsent += 1
        return Standing(policy, policy.quota - used - 1, reset_s, True)

    async def start(self, database: Database) -> None:
        """Share with the other processes from now on."""
        self._task = asyncio.create_task(self._keep_sharing(database), name="rates")

    async def close(self) -> None:
        """Stop sharing."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def share(self, database: Database) -> None:
        """Hand over what was counted since the last time, take what everybody counted."""
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


class Throttle:
    """Counts every call under /api and tells the caller where it stands."""

    def __init__(
        self, app: ASGIApp, rates: Rates, settings: RateSettings, cookie: str, proxies: int
    ) -> None:
        self._app, self._rates = app, rates
        self._browser = policy_of(settings, "default")
        self._program = policy_of(settings, "api-key")
        self._cookie, self._proxies = f"{cookie}=".encode(), proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count one HTTP request of the API; everything else passes."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        standing = self._count(scope)
        told = scope.setdefault("state", {}).setdefault(STATE, [standing])

        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _told(message["headers"], told)
            await send(message)

        if standing.allowed:
            await self._app(scope, receive, telling)
        else:
            await error_response(standing.refusal(), scope)(scope, receive, send)

    def _count(self, scope: Scope) -> Standing:
        key = bearer_token(scope)
        if key is not None:
            return self._rates.count(self._program, _subject("key", key.encode()))
        for name, value in scope["headers"]:
            if name == b"cookie" and (at := value.find(self._cookie)) >= 0:
                token = value[at + len(self._cookie) :].partition(b";")[0]
                if token:
                    return self._rates.count(self._browser, _subject("session", token))
        address = throttle_key(client_address(Request(scope), self._proxies))
        return self._rates.count(self._browser, f"address {address}"[:80])


def _subject(kind: str, secret: bytes) -> str:
    return f"{kind} {blake2b(secret, digest_size=16).hexdigest()}"


def _told(
    headers: Iterable[tuple[bytes, bytes]], standings: list[Standing]
) -> list[tuple[bytes, bytes]]:
    """The response's headers with both fields, unless a refusal has brought its own."""
    sent = list(headers)
    if any(name == b"ratelimit" for name, _ in sent):
        return sent
    policies = ", ".join(s.policy.field for s in standings)
    fields = ", ".join(s.field for s in standings)
    return [
        *sent,
        (b"ratelimit-policy", policies.encode()),
        (b"ratelimit", fields.encode()),
    ]
