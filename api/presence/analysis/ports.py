"""The only doors from the analysis library to the world.

Invariant: an implementation never raises for an expected failure (unreachable host, refused
address, engine error); it returns the failure as a value, so a run can go on without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from presence.analysis.types import (
    EngineSpec,
    Fetched,
    FetchProblem,
    Finding,
    PageText,
    Question,
    RawAnswer,
    SiteCrawl,
    SiteLook,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Stage = Literal["ingest", "panel", "answers", "extract", "audit", "score", "recommend"]
STAGES: tuple[Stage, ...] = get_args(Stage)


class Fetcher(Protocol):
    """Guarded HTTP GET. Follows redirects; every limit violated becomes `Fetched.problem`."""

    async def fetch(
        self,
        url: str,
        *,
        user_agent: str | None = None,
        max_bytes: int | None = None,
        deadline_s: float | None = None,
        accept: str | None = None,
    ) -> Fetched:
        """Fetch one URL; None means the implementation's default for that limit."""
        ...


class AssistantEngine(Protocol):
    """Something that answers a customer's question."""

    @property
    def spec(self) -> EngineSpec:
        """Identity, model and surface, recorded with every answer."""
        ...

    async def ask(self, question: Question) -> RawAnswer:
        """Answer one question. Failures come back with status `failed` or `refused`."""
        ...


@dataclass(frozen=True, slots=True)
class EngineAccess:
    """What it takes to ask one engine. The key never shows in a repr, so it is never logged.

    `engine` is a registry id: chatgpt, perplexity, gemini, claude, compatible. An empty
    `base_url` means the provider's own address; `typed` says that a customer entered it, so that
    only addresses open to customers are connected to.
    """

    engine: str
    model: str
    api_key: str = field(repr=False)
    base_url: str = ""
    timeout_s: float = 90.0
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Probe:
    """Whether an access works, and one sentence for the person who entered it.

    `code` is the failure's, as in `RawAnswer.error_code`.
    """

    ok: bool
    message: str
    code: str = ""


class EngineFactory(Protocol):
    """Makes, or hands out again, the engine behind an access."""

    def __call__(self, access: EngineAccess) -> AssistantEngine:
        """The engine. Opens no connection yet. ValueError for an unknown engine id."""
        ...


class Embedder(Protocol):
    """Sentence embeddings."""

    @property
    def name(self) -> str:
        """Model name and version, recorded in provenance."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit-length rows, shape (len(texts), dimension)."""
        ...


class Clock(Protocol):
    """Time from outside, so that runs can be replayed."""

    def now(self) -> datetime:
        """Current aware UTC time."""
        ...

    def monotonic(self) -> float:
        """Seconds on a clock that never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Pause the calling task."""
        ...


class Progress(Protocol):
    """A callback that receives the progress of a stage, in counts."""

    async def __call__(self, stage: Stage, done: int, total: int) -> None:
        """`total` may grow while a stage discovers work; `done` never shrinks."""
        ...


@dataclass(frozen=True, slots=True)
class CrawlLimits:
    """`deadline_s` bounds the whole crawl; `probes` switches the AI user-agent comparison."""

    pages: int = 50
    depth: int = 6
    per_host: int = 4
    deadline_s: float = 40.0
    probes: bool = True


@dataclass(frozen=True, slots=True)
class CrawlRequest:
    """A site to crawl."""

    start_url: str
    limits: CrawlLimits


class Crawls(Protocol):
    """Crawls several sites at once, in this process or elsewhere."""

    async def __call__(
        self, requests: Sequence[CrawlRequest], progress: Progress | None = None
    ) -> tuple[SiteCrawl | None, ...]:
        """One result per crawl request, None for what is not a web address; no site makes it raise.

        `progress` reports on the first request.
        """
        ...


class Sites(Crawls, Protocol):
    """Reads other people's sites, in this process or elsewhere; no site makes it raise."""

    async def look(self, url: str) -> SiteLook:
        """Take a first look at an absolute URL."""
        ...

    async def read_text(self, url: str, prefixes: Sequence[str]) -> PageText | FetchProblem:
        """The text of the page at `url`, or why there is none.

        The address may lead on within the sites of `prefixes`, anywhere without any.
        """
        ...

    async def refetch(self, crawl: SiteCrawl, finding: Finding) -> SiteCrawl | FetchProblem:
        """The crawl with what the finding needs fetched again, or why nothing could be read."""
        ...
