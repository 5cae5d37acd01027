"""Decides who is served when more calls arrive than can be answered in time.

    a place free → the application        none → wait, urgent calls first → a place, or 503
    answers slow down → fewer places      answers are quick → more of them, up to the setting

Invariant: an admitted call began within `wait_s` of its arrival (twice that if urgent), and any
other is told so, with a time to come back, before anything was done for it. A place is held from
the arrival of the body until the response begins, so that a slow caller holds none. Calls that need
no database are admitted at once; calls that wait for an external server, and large bodies, have
places of their own. Of those for large bodies, strangers have some and signed-in callers the
others, of which one caller holds at most half: a slow sender, under a made-up name or none, blocks
nobody else.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from enum import IntEnum
from statistics import median

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.core import metrics
from presence.core.errors import BadRequest, Overloaded
from presence.core.serving import AdmissionSettings
from presence.http.client import bearer_token
from presence.http.errors import error_response
from presence.http.incoming_bodies import arrived
from presence.http.throttle import known_caller

_ADJUSTED_S, _ADJUSTED_CALLS = 0.5, 8
_LONGEST_RETRY_S = 4
_SENTENCE = "The service is very busy right now. Please try again in a few seconds."
_ENDED = "The request ended before all of it had arrived. Please send it again."
_OURS = ("/api/", "/auth/google")
_AT_ONCE = frozenset({"/api/v1/meta"})
_UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_URGENT = ("/api/login", "/api/register", "/api/user", "/auth/google", "/api/v1/session")
_STRIPE = "/api/v1/webhooks/stripe"
_REPORTS = "/api/v1/browser-reports"
# Calls that wait for somebody else's server; they must not hold the places of all others.
_OUTSIDE = ("/test", "checkout", "portal", "/auth/google/callback", "upgrade", "cancel", "slack")
_HEAVY = ("export", ".csv", "bundle", "download", "/answers", "/files/", "/reports")


class Rank(IntEnum):
    """How urgent a request is; lower values are served first."""

    URGENT = 0  # signing in, payments, what a person presses
    USUAL = 1
    HEAVY = 2  # long lists, files, programs, reports of browsers

    @classmethod
    def of(cls, scope: Scope) -> Rank:
        """By method and path alone: nothing has been looked up yet."""
        path, by_key = scope["path"], bearer_token(scope) is not None
        if path == _REPORTS:
            return cls.HEAVY
        if path == _STRIPE or path.startswith(_URGENT):
            return cls.URGENT
        if scope["method"] in _UNSAFE:
            return cls.USUAL if by_key else cls.URGENT
        return cls.HEAVY if by_key or any(part in path for part in _HEAVY) else cls.USUAL


_WAIT_FACTOR = {Rank.URGENT: 2.0, Rank.USUAL: 1.0, Rank.HEAVY: 0.5}


class Places:
    """The places of one process, and who waits for one."""

    def __init__(self, settings: AdmissionSettings) -> None:
        self._settings = settings
        self._most = float(settings.calls)
        self._busy = 0
        self._waiting: dict[Rank, deque[asyncio.Future[bool]]] = {r: deque() for r in Rank}
        self._clear_at = 0.0  # when nobody waited
        self._took: list[float] = []
        self._adjusted_at = 0.0

    async def enter(self, rank: Rank) -> bool:
        """Take a place, now or after a wait; False when there will be none in time."""
        now = _now()
        if not self._length():
            self._clear_at = now
            if self._busy < self._most:
                self._busy += 1
                return True
        if self._length() >= self._settings.waiting and not self._displace(rank):
            return False
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[rank].append(turn)
        timer = asyncio.get_running_loop().call_later(
            self._longest_wait_s(rank, now), _give_up, turn
        )
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self.leave(None)
            raise
        finally:
            timer.cancel()
            if turn in self._waiting[rank]:
                self._waiting[rank].remove(turn)

    def leave(self, began: float | None) -> None:
        """Release a place and give it to the next in line; `began` is when it was taken."""
        self._busy -= 1
        now = _now()
        if began is not None:
            self._took.append(now - began)
        self._adjust(now)
        while self._busy < self._most and (turn := self._next(now)) is not None:
            self._busy += 1
            turn.set_result(True)
        if not self._length():
            self._clear_at = now

    def _length(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _longest_wait_s(self, rank: Rank, now: float) -> float:
        """Long while waiting is an exception, short once somebody has waited all the time."""
        usual = now - self._clear_at <= self._settings.wait_s
        return (self._settings.wait_s if usual else self._settings.busy_wait_s) * _WAIT_FACTOR[rank]

    def _next(self, now: float) -> asyncio.Future[bool] | None:
        """The most urgent; of equals the first, but the last while there are always some."""
        newest = now - self._clear_at > self._settings.wait_s
        for turns in self._waiting.values():
            while turns:
                turn = turns.pop() if newest else turns.popleft()
                if not turn.done():
                    return turn
        return None

    def _displace(self, rank: Rank) -> bool:
        """Refuse the least urgent request that waited longest in favour of a more urgent one."""
        for lower in reversed(Rank):
            if lower > rank and self._waiting[lower]:
                _give_up(self._waiting[lower].popleft())
                return True
        return False

    def _adjust(self, now: float) -> None:
        """When answers take long: as many places as calls end within `slow_s` (Little's law)."""
        past = now - self._adjusted_at
        if past < _ADJUSTED_S or len(self._took) < _ADJUSTED_CALLS:
            return
        usual, ended = median(self._took), len(self._took)
        self._took, self._adjusted_at = [], now
        if usual > self._settings.slow_s:
            fits = ended / past * self._settings.slow_s
            self._most = max(float(self._settings.fewest_calls), min(self._most, fits))
        elif usual < self._settings.slow_s / 2:
            self._most = min(float(self._settings.calls), self._most * 1.25)
        metrics.http_places.set(self._most)


class Share:
    """How many of the shared places a single caller may hold."""

    def __init__(self, places: Places, held: Counter[str], caller: str, most: int) -> None:
        self._places, self._held = places, held
        self._caller, self._most = caller, most

    async def enter(self, rank: Rank) -> bool:
        """As `Places.enter`; False at once for who holds, or waits for, their share already."""
        if self._held[self._caller] >= self._most:  # guard: admission.share-of-large-bodies
            return False
        self._held[self._caller] += 1
        entered = False
        try:
            entered = await self._places.enter(rank)
        finally:
            if not entered:
                self._give_back()
        return entered

    def leave(self, began: float | None) -> None:
        """As `Places.leave`."""
        self._give_back()
        self._places.leave(began)

    def _give_back(self) -> None:
        self._held[self._caller] -= 1
        if not self._held[self._caller]:
            del self._held[self._caller]


class Admission:
    """Middleware: lets a call in, or asks it to come back."""

    def __init__(self, app: ASGIApp, settings: AdmissionSettings) -> None:
        self._app, self._enabled = app, settings.enabled
        self._own, self._outside = Places(settings), Places(settings)
        self._strange_uploads, self._uploads = Places(settings), Places(settings)
        self._uploading: Counter[str] = Counter()
        self._most_uploads = max(1, settings.calls // 2)
        self._refused = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one call."""
        path = scope.get("path", "")
        ours = scope["type"] == "http" and path.startswith(_OURS) and path not in _AT_ONCE
        if not (self._enabled and ours):
            await self._app(scope, receive, send)
            return
        rank, came = Rank.of(scope), await arrived(scope, receive)
        if came.gone:
            await error_response(BadRequest(_ENDED), scope)(scope, receive, send)
            return
        places = self._places_of(scope, whole=came.whole)
        if not await places.enter(rank):  # guard: admission.turn
            metrics.http_shed.labels(rank.name.lower()).inc()
            await error_response(self._refusal(), scope)(scope, receive, send)
            return
        # How long a sender takes says nothing of how busy we are.
        began, left = _now() if came.whole else None, False

        async def answering(message: Message) -> None:
            nonlocal left
            if message["type"] == "http.response.start" and not left:
                left = True
                places.leave(began)
            await send(message)

        try:
            await self._app(scope, came.then(receive), answering)
        finally:
            if not left:
                places.leave(began)

    def _places_of(self, scope: Scope, *, whole: bool) -> Places | Share:
        if whole:  # guard: admission.slow-bodies
            return self._outside if scope["path"].endswith(_OUTSIDE) else self._own
        caller = known_caller(scope)
        if caller is None:  # guard: admission.large-bodies-of-strangers
            return self._strange_uploads
        return Share(self._uploads, self._uploading, caller, self._most_uploads)

    def _refusal(self) -> Overloaded:
        """With a time to come back that differs from call to call, so that not all come at once."""
        self._refused += 1
        wait = 1 + self._refused % _LONGEST_RETRY_S
        return Overloaded(_SENTENCE, headers={"Retry-After": str(wait)})


def _give_up(turn: asyncio.Future[bool]) -> None:
    if not turn.done():
        turn.set_result(False)


def _now() -> float:
    return asyncio.get_running_loop().time()
