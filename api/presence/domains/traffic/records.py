"""What the slice's services return; every time is UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from uuid import UUID

from presence.analysis.traffic import is_ai_crawler

PART_BYTES = 8 * 1024 * 1024  # of a file that is sent; the last part holds the rest
SourceKind = Literal["upload", "push"]
UploadStatus = Literal["receiving", "queued", "reading", "held", "done", "failed", "cancelled"]


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source as listed; without a `prefix` it has no token."""

    id: UUID
    name: str
    kind: SourceKind
    prefix: str
    received_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class IssuedSource:
    """A source and its token, which exists nowhere else and is shown once; "" if it has none."""

    source: SourceLine
    token: str


@dataclass(frozen=True, slots=True)
class Overlap:
    """Another file of the source with requests of the same time, and that time (UTC)."""

    name: str
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class UploadLine:
    """A log sent as a file, as it stands.

    `size` and `read` are bytes of the file as sent, `received` of its parts that arrived and
    `missing` the numbers of those that did not. `known` is how many bytes of it, unpacked, were
    counted with an earlier upload. `lines` are those counted or wrong.
    """

    id: UUID
    source_id: UUID
    name: str
    size: int
    status: UploadStatus
    failure: str
    format: str
    received: int
    missing: tuple[int, ...]
    read: int
    known: int
    lines: int
    wrong: int
    duplicates: int
    bots: int
    people: int
    first_at: datetime | None
    last_at: datetime | None
    overlaps: tuple[Overlap, ...]
    created_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A request as read from one of a file's first lines; without the client's address."""

    at: datetime
    method: str
    host: str
    page: str
    status: int
    bot: str
    agent: str


@dataclass(frozen=True, slots=True)
class UploadPreview:
    """How a file's first lines read. `format` is "" and `problem` says why if none can be.

    `same_as` is an earlier upload that begins alike, of which only what follows is counted.
    """

    format: str
    problem: str
    rows: tuple[PreviewRow, ...]
    lines: int
    readable: int
    same_as: str | None


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A pushed line that was not counted: its place (bytes, or number in an array) and why."""

    position: int
    reason: str


@dataclass(frozen=True, slots=True)
class Pushed:
    """What became of pushed lines; `problems` are the first of `refused`."""

    counted: int
    duplicates: int
    refused: int
    problems: tuple[LineProblem, ...]


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot's requests; `errors` are those answered 400 or above, `views` only of people."""

    bot: str
    purpose: str
    requests: int
    errors: int
    verified: int
    contradicted: int
    views: int

    @property
    def ai_crawler(self) -> bool:
        """Whether it fetches for an assistant, AI search or a model."""
        return is_ai_crawler(self.bot, self.purpose)


@dataclass(frozen=True, slots=True)
class ShutOut:
    """An AI crawler that was refused or met an error, and how often; never by spoofed ones."""

    bot: str
    purpose: str
    status: int
    requests: int


@dataclass(frozen=True, slots=True)
class TrafficSummary:
    """Requests over some days. `limited`: the plan shows fewer days or sources than there are."""

    first: date
    last: date
    limited: bool
    bots: tuple[BotLine, ...]
    referrals: tuple[BotLine, ...]
    people: int
    days: tuple[tuple[date, dict[str, int]], ...]
    statuses: tuple[tuple[str, int, int], ...]
    shut_out: tuple[ShutOut, ...]


@dataclass(frozen=True, slots=True)
class PageLine:
    """Requests of a page; `page` is "" for all pages that are not told apart."""

    site: str
    page: str
    requests: int
    errors: int
    views: int


@dataclass(frozen=True, slots=True)
class PageRequests:
    """Requests of a page: of search indexes, of assistants answering somebody now and of all bots
    of assistants, each answered well; those refused or failed; page views an assistant sent.
    """

    site: str
    page: str
    fetched: int
    live: int
    served: int
    refused: int
    visits: int


@dataclass(frozen=True, slots=True)
class RequestedPages:
    """Pages over the days `first` to `last` (UTC); `counted` whether logs tell anything of them.

    `cut`: not all pages are told apart. `newest` is the last day any log is from.
    """

    first: date
    last: date
    newest: date
    limited: bool
    counted: bool
    cut: bool
    pages: tuple[PageRequests, ...]
