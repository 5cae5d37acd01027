"""Keeps calls from waiting for a database that does not respond.

    every 0.25 s   2 kB on a connection of its own; not there within a second → the database is ill
    while it is    a call that has waited 1.5 s without a first byte is answered 503 and cancelled

Invariant: a call is cut off only while the database is ill, never because it takes long itself; a
response that has begun, an event stream included, is left alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field

import asyncpg
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.core import metrics
from presence.core.errors import Unavailable
from presence.db.reaching import connect
from presence.http.errors import error_response

ASK_EVERY_S = 0.25
ILL_AFTER_S = 1.0
CUT_AFTER_S = 1.5
# As large as a small response: a line that only lets a trickle through is useless.
_QUESTION = "SELECT repeat('x', 2000)"
_NEEDS_DATABASE = ("/api/", "/auth/google", "/readyz")
_SENTENCE = "The database does not answer at the moment. Please try again in a few seconds."
_SILENCE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
_log = logging.getLogger(__name__)


@dataclass(eq=False)
class _Call:
    """A call in progress."""

    scope: Scope
    receive: Receive
    send: Send
    began: float
    task: asyncio.Task[object] | None
    started: bool = False
    cut: bool = False

    async def pass_on(self, message: Message) -> None:
        """Pass the application's response on, unless the call has been answered already."""
        if not self.cut:
            self.started = True
            await self.send(message)

    async def answer(self) -> None:
        """Respond with 503 in the application's place and cancel it."""
        self.cut = True
        response = error_response(Unavailable(_SENTENCE), self.scope)
        with contextlib.suppress(OSError, RuntimeError):  # the client may have gone
            await response(self.scope, self.receive, self.send)
        if self.task is not None:
            self.task.cancel()


@dataclass
class DatabaseWatch:
    """Knows whether the database responds, and which calls are waiting for it."""

    url: str
    calls: set[_Call] = field(default_factory=set)
    _answered: float = 0.0
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def start(self) -> None:
        """Start polling."""
        self._answered = _now()
        self._tasks = [asyncio.create_task(self._ask()), asyncio.create_task(self._update())]

    async def close(self) -> None:
        """Stop polling."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def ill(self) -> bool:
        """Whether the last answer is too old."""
        return bool(self._tasks) and _now() - self._answered > ASK_EVERY_S + ILL_AFTER_S

    async def _ask(self) -> None:
        """Poll, reconnecting after each silence."""
        while True:
            with contextlib.suppress(*_SILENCE):
                await self._ask_on_one_connection()
            await asyncio.sleep(ASK_EVERY_S)

    async def _ask_on_one_connection(self) -> None:
        connection = await connect(self.url, timeout_s=ILL_AFTER_S)
        try:
            while True:
                await connection.execute(_QUESTION, timeout=ILL_AFTER_S)  # works through poolers
                self._answered = _now()
                await asyncio.sleep(ASK_EVERY_S)
        finally:
            connection.terminate()

    async def _update(self) -> None:
        """Answer those who have waited long enough while it is ill."""
        was_ill = False
        while True:
            due = _now() + ASK_EVERY_S
            await asyncio.sleep(ASK_EVERY_S)
            if _now() - due > ILL_AFTER_S / 2:
                self._answered = max(self._answered, _now() - ILL_AFTER_S)
                continue  # this process itself was held up: that says nothing about the database
            metrics.database_up.set(0 if self.ill else 1)
            if self.ill != was_ill:
                was_ill = self.ill
                _log.warning("the database %s", "does not answer" if was_ill else "answers again")
            if was_ill:
                late = [c for c in self.calls if not c.started and _now() - c.began >= CUT_AFTER_S]
                await asyncio.gather(*(call.answer() for call in late if not call.cut))


class Degrading:
    """Middleware that answers for a call if the database does not respond."""

    def __init__(self, app: ASGIApp, watch: DatabaseWatch) -> None:
        self._app = app
        self._watch = watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one call."""
        if scope["type"] != "http" or not scope["path"].startswith(_NEEDS_DATABASE):
            await self._app(scope, receive, send)
            return
        task = asyncio.current_task()
        call = _Call(scope, receive, send, _now(), task)
        self._watch.calls.add(call)
        try:
            await self._app(scope, receive, call.pass_on)
        except asyncio.CancelledError:
            if not call.cut:
                raise
            if task is not None:
                task.uncancel()
        finally:
            self._watch.calls.discard(call)


def _now() -> float:
    return asyncio.get_running_loop().time()
