"""What was fetched and extracted, with enough kept to prove every later finding.

Units: milliseconds for `*_ms`, bytes for sizes, aware UTC datetimes for `*_at`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Robots = Literal["allowed", "disallowed", "missing"]
FetchProblemCode = Literal[
    "invalid-url",
    "unsupported-scheme",
    "dns-failed",
    "address-refused",
    "server-busy",
    "connect-failed",
    "tls-failed",
    "timeout",
    "too-large",
    "headers-too-large",
    "bad-encoding",
    "redirect-loop",
    "too-many-redirects",
    "protocol-error",
    "http-error",
    "robots-disallowed",
    "not-html",
    "login-required",
]


@dataclass(frozen=True, slots=True)
class FetchProblem:
    """Why a fetch gave no usable response; `message` is one sentence suitable for a customer."""

    code: FetchProblemCode
    message: str


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect: the URL that responded, its status, and its target."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """One GET, including redirects. Never raises: a failure is `problem`, with `status` None.

    `headers` keep order and repeats, with names in lower case. `body` is decoded (Content-Encoding
    removed); `wire_bytes` counts what crossed the network. `truncated` is never true together with
    a `problem`.
    """

    url: str
    final_url: str
    status: int | None
    headers: tuple[tuple[str, str], ...]
    body: bytes
    hops: tuple[Hop, ...]
    fetched_at: datetime
    first_byte_ms: float | None
    total_ms: float
    wire_bytes: int = 0
    user_agent: str = ""
    problem: FetchProblem | None = None

    def header(self, name: str) -> str | None:
        """Last value of a header, or None. Case-insensitive."""
        wanted = name.lower()
        return next((v for k, v in reversed(self.headers) if k == wanted), None)

    def header_values(self, name: str) -> tuple[str, ...]:
        """Every value of a repeatable header (X-Robots-Tag), in order."""
        wanted = name.lower()
        return tuple(v for k, v in self.headers if k == wanted)


@dataclass(frozen=True, slots=True)
class Link:
    """An anchor of a page: absolute target without fragment, its visible label, rel tokens."""

    url: str
    label: str
    rel: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StructuredItem:
    """One structured-data item. `raw` is its JSON text; `error` is set if it cannot be parsed."""

    syntax: Literal["json-ld", "microdata"]
    types: tuple[str, ...]
    raw: str
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrievable piece of text: one or a few sentences under a heading.

    `owner` is "brand" or a competitor id or "reference"; `source` a URL or `document:NAME`.
    """

    id: str
    text: str
    source: str
    owner: str = "brand"
    owner_name: str = ""
    title: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Everything later stages need to know about one HTML page, read from its raw bytes.

    `main_text` is the readable text without navigation and scripts. `robots_meta` holds (agent,
    directives) pairs in lower case, with agent "robots" if general; `robots_headers` the raw
    X-Robots-Tag values. `questions` are visible (question, answer) pairs found on the page.
    `language` is the page's language as a browser determines it, `xml_lang` an `xml:lang` that
    browsers ignore. `viewport` is None for pages that were read before it was recorded.
    """

    url: str
    final_url: str
    status: int | None
    fetched_at: datetime
    depth: int
    content_type: str = ""
    title: str = ""
    description: str = ""
    language: str = ""
    canonical: str | None = None
    headings: tuple[tuple[int, str], ...] = ()
    main_text: str = ""
    word_count: int = 0
    text_ratio: float = 0.0
    script_count: int = 0
    needs_javascript: bool = False
    open_graph: tuple[tuple[str, str], ...] = ()
    robots_meta: tuple[tuple[str, str], ...] = ()
    robots_headers: tuple[str, ...] = ()
    hreflang: tuple[tuple[str, str], ...] = ()
    structured: tuple[StructuredItem, ...] = ()
    questions: tuple[tuple[str, str], ...] = ()
    links: tuple[Link, ...] = ()
    hops: tuple[Hop, ...] = ()
    login_form: bool = False
    first_byte_ms: float | None = None
    first_byte_repeats_ms: tuple[float, ...] = ()
    total_ms: float = 0.0
    wire_bytes: int = 0
    body_bytes: int = 0
    compressed: bool = False
    in_sitemap: bool = False
    linked_from: int = 0
    problem: FetchProblem | None = None
    xml_lang: str = ""
    viewport: str | None = None


@dataclass(frozen=True, slots=True)
class AgentProbe:
    """The same URL fetched as one AI user agent, for comparison with our own fetch."""

    agent: str
    url: str
    status: int | None
    body_bytes: int
    baseline_status: int | None
    baseline_bytes: int
    blocked: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """A URL found on pages (links, markup, canonical, hreflang) and its response."""

    url: str
    status: int | None
    kind: Literal["link", "open-graph", "json-ld", "canonical", "hreflang", "sitemap"]
    found_on: tuple[str, ...]
    hops: tuple[Hop, ...] = ()
    problem: FetchProblem | None = None


@dataclass(frozen=True, slots=True)
class SiteCrawl:
    """One crawl. `discovered` counts distinct same-site page URLs seen, `pages` those fetched.

    `refused` lists URLs that our own robots group forbids us. `unreachable` is set if the start
    page itself returned nothing; then `pages` is empty and no technical score may be shown.
    """

    start_url: str
    final_url: str
    started_at: datetime
    finished_at: datetime
    pages: tuple[PageFacts, ...] = ()
    discovered: int = 0
    refused: tuple[str, ...] = ()
    robots_url: str = ""
    robots_status: int | None = None
    robots_text: str = ""
    sitemaps: tuple[str, ...] = ()
    sitemap_urls: int = 0
    llms_txt: bool = False
    probes: tuple[AgentProbe, ...] = ()
    link_checks: tuple[LinkCheck, ...] = ()
    user_agent: str = ""
    unreachable: FetchProblem | None = None


@dataclass(frozen=True, slots=True)
class DocumentText:
    """Plain text of an uploaded document; `blocks` are (heading level or 0, text) in order.

    `url` is the address of a single page that was added like a document, "" for a file.
    """

    name: str
    title: str
    blocks: tuple[tuple[int, str], ...]
    word_count: int
    url: str = ""

    @property
    def source(self) -> str:
        """The source that evidence taken from it refers to."""
        return self.url or f"document:{self.name}"


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one page, and the language it declares ("" if none)."""

    document: DocumentText
    language: str


@dataclass(frozen=True, slots=True)
class SiteLook:
    """The result of a first check of an address; `reason` is one sentence if something is wrong.

    `robots` is what robots.txt says about our crawler, `favicon` a data URL of a small image,
    `description` how the site describes itself, `found_url` the address that answered instead of
    the one that was asked for.
    """

    reachable: bool
    final_url: str | None = None
    title: str | None = None
    favicon: str | None = None
    robots: Robots | None = None
    reason: str | None = None
    description: str | None = None
    found_url: str | None = None
