"""One log's traffic in one object: what `presence read-log --json` prints.

Every recognised bot is listed under its token: assistants' bots, search engines (purpose `search`)
and any other program that names itself, such as curl or a monitor (purpose `other`). `people` are
the requests without a bot, so bots and people together are all requests that were counted.
`parsed` lines are those a request could be read from, `wrong` the others; a line whose event id
came before is parsed, counted in `duplicates` and nowhere else.

Invariant: the numbers do not depend on how the log was cut into batches.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from presence.analysis.traffic.published import Addresses
from presence.analysis.traffic.repeats import SeenEvents
from presence.analysis.traffic.sessions import Sessions
from presence.analysis.traffic.times import rfc3339
from presence.analysis.traffic.types import Batch, Bot, FetchPurpose, Request, Verdict, WrongLine
from presence.analysis.traffic.visitors import Visitors

ERROR_STATUS = 400
WRONG_KEPT = 10


@dataclass(slots=True)
class BotTraffic:
    """A bot's requests, those answered with an error, and what its addresses say of it."""

    bot: str
    maker: str
    purpose: FetchPurpose
    requests: int = 0
    errors: int = 0
    verified: int = 0
    claimed: int = 0
    contradicted: int = 0


@dataclass(frozen=True, slots=True)
class Referral:
    """People an assistant sent: all their requests, and the sessions among them."""

    assistant: str
    requests: int
    sessions: int


@dataclass(frozen=True, slots=True)
class LogSummary:
    """A log's traffic. `first`, `last`: the earliest and latest request (RFC 3339, UTC), or None.

    `bots` and `referrals` are sorted by requests, most first, then by name.
    """

    lines: int
    parsed: int
    wrong: int
    duplicates: int
    bots: tuple[BotTraffic, ...]
    referrals: tuple[Referral, ...]
    people: int
    first: str | None
    last: str | None
    wrong_lines: tuple[WrongLine, ...]


class LogSummarizer:
    """Adds a log's batches up."""

    def __init__(self, addresses: Addresses) -> None:
        self._visitors = Visitors(addresses)
        self._events = SeenEvents()
        self._sessions = Sessions()
        self._bots: dict[str, BotTraffic] = {}
        self._referrals: Counter[str] = Counter()
        self._parsed = self._wrong = self._duplicates = self._people = 0
        self._first, self._last = float("inf"), float("-inf")
        self._wrong_lines: list[WrongLine] = []

    def add(self, batch: Batch) -> None:
        """Counts a batch."""
        self._wrong += len(batch.wrong)
        if len(self._wrong_lines) < WRONG_KEPT:
            self._wrong_lines += batch.wrong[: WRONG_KEPT - len(self._wrong_lines)]
        self._parsed += len(batch.requests)
        if not batch.requests:
            return
        requests = self._new(batch.requests)
        if not requests:
            return
        times = [request.time for request in requests]
        self._first, self._last = min(self._first, *times), max(self._last, *times)
        who = self._visitors.of
        for request in requests:
            visitor = who(request)
            if visitor.bot is not None and visitor.verdict is not None:
                self._count_bot(request, visitor.bot, visitor.verdict)
            else:
                self._people += 1
                if visitor.assistant is not None:
                    self._referrals[visitor.assistant] += 1
                    self._sessions.add(request, visitor.assistant)

    def summary(self) -> LogSummary:
        """What was counted so far."""
        sessions = self._sessions.counts()
        return LogSummary(
            lines=self._parsed + self._wrong,
            parsed=self._parsed,
            wrong=self._wrong,
            duplicates=self._duplicates,
            bots=tuple(sorted(self._bots.values(), key=lambda row: (-row.requests, row.bot))),
            referrals=tuple(
                Referral(name, count, sessions.get(name, 0))
                for name, count in sorted(
                    self._referrals.items(), key=lambda pair: (-pair[1], pair[0])
                )
            ),
            people=self._people,
            first=rfc3339(self._first) if self._first <= self._last else None,
            last=rfc3339(self._last) if self._first <= self._last else None,
            wrong_lines=tuple(self._wrong_lines),
        )

    def _new(self, requests: list[Request]) -> list[Request]:
        """The requests whose event id did not come before."""
        if not any(request.event for request in requests):
            return requests
        repeated = self._events.repeated([request.event for request in requests])
        self._duplicates += sum(repeated)
        return [request for request, again in zip(requests, repeated, strict=True) if not again]

    def _count_bot(self, request: Request, bot: Bot, verdict: Verdict) -> None:
        row = self._bots.get(bot.token)
        if row is None:
            row = self._bots[bot.token] = BotTraffic(bot.token, bot.maker, bot.purpose)
        row.requests += 1
        if request.status >= ERROR_STATUS:
            row.errors += 1
        if verdict == "verified":
            row.verified += 1
        elif verdict == "claimed":
            row.claimed += 1
        else:
            row.contradicted += 1
