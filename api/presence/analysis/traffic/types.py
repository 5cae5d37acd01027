"""What is read from a log: requests, lines that hold none, bots and what is known of them.

Invariant: a request carries nothing that its log line does not say; times are UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

FetchPurpose = Literal["search", "user", "training", "agent", "other"]
Verdict = Literal["verified", "claimed", "contradicted"]
LogFormat = Literal[
    "combined", "common", "json", "nginx json", "caddy", "traefik", "cloudfront", "alb",
    "cloudflare", "vercel", "iis", "w3c", "fastly",
]  # fmt: skip


class Request(NamedTuple):
    """One request as its log line tells it.

    `time`: seconds since 1970 in UTC, with a fraction where the log has one. `address`: the
    client's, in its shortest form; a host name where the server looked it up, "" when the log does
    not say. `host`: the site asked for, lower case without port, "" when the log does not say.
    `target`: path and query as sent; a whole address is cut to them. `status`: 0 when no answer was
    sent. `size`: bytes sent. `seconds`: to the first byte where the log tells it, else to the last.
    `event`: the log's own name for this request, "" when it has none. `offset`: where the line
    begins, in bytes of the uncompressed file.
    """

    time: float
    address: str
    host: str
    method: str
    target: str
    status: int
    size: int | None
    agent: str
    referrer: str
    seconds: float | None
    event: str
    offset: int

    @property
    def path(self) -> str:
        """The page: the target without its query."""
        return self.target.partition("?")[0]

    def identity(self, fingerprint: str) -> str:
        """What makes this request one and the same when its line is read again.

        Its event id, else the file's fingerprint and the line's offset: equal lines at different
        offsets are two requests.
        """
        return f"event:{self.event}" if self.event else f"line:{fingerprint}:{self.offset}"


class WrongLine(NamedTuple):
    """A line no request could be read from: where it begins, why, and how it starts."""

    offset: int
    reason: str
    start: str


@dataclass(frozen=True, slots=True)
class Batch:
    """What a chunk of a log held, in the order of its lines."""

    requests: list[Request]
    wrong: list[WrongLine]

    @property
    def lines(self) -> int:
        """Lines that should hold a request: all but blank ones and a format's own headers."""
        return len(self.requests) + len(self.wrong)


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot by the token it names itself with, who runs it, and what it fetches pages for.

    `maker` is "" where nobody is known to.
    """

    token: str
    maker: str
    purpose: FetchPurpose


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who made a request: a bot and whether its address bears that out, or a person.

    `bot` and `verdict` are None for a person; `assistant` is the assistant that sent the person.
    """

    bot: Bot | None
    verdict: Verdict | None
    assistant: str | None


@dataclass(frozen=True, slots=True)
class Detection:
    """How a file's first lines read. `format` is None and `problem` says why when none can be.

    `rows`: up to ten requests from those lines. `lines`, `read`: how many lines were tried and
    how many of them held a request.
    """

    format: LogFormat | None
    rows: tuple[Request, ...]
    lines: int
    read: int
    problem: str
