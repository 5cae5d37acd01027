"""Speed of the raw HTML as a bot gets it: time to first byte and compression.

Invariant: a page is slow only when repeated fetches, alone and as a search bot, were slow too.
"""

from __future__ import annotations

from statistics import median

from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    urls,
)
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.crawler.slow import SLOW_FIRST_BYTE_MS
from presence.analysis.types import EvidenceRef, Finding, PageFacts

_WORTH_COMPRESSING = 2_048

_COMPRESSION = """# nginx
gzip on;
gzip_types text/html text/css application/javascript application/json image/svg+xml;

# Apache
AddOutputFilterByType DEFLATE text/html text/css application/javascript application/json"""


def check_speed(site: AuditedSite) -> list[CheckOutcome]:
    """The checks of the group, in the order of the code table."""
    return [
        page_outcome(
            site,
            "slow-first-byte",
            is_slow,
            lambda pages: [_slow(site, pages)],
            applies=_judged,
        ),
        page_outcome(
            site,
            "uncompressed",
            lambda page: not page.compressed,
            lambda pages: [_uncompressed(site, pages)],
            applies=lambda page: page.body_bytes >= _WORTH_COMPRESSING,
        ),
    ]


def is_slow(page: PageFacts) -> bool:
    """Whether the median of repeated, separate measurements is above 800 ms."""
    repeats = page.first_byte_repeats_ms
    return bool(repeats) and median(repeats) > SLOW_FIRST_BYTE_MS


def _fast_once(page: PageFacts) -> bool:
    return page.first_byte_ms is not None and page.first_byte_ms <= SLOW_FIRST_BYTE_MS


def _judged(page: PageFacts) -> bool:
    """Fast the first time, or measured again; slow once and not repeated proves nothing."""
    return _fast_once(page) or bool(page.first_byte_repeats_ms)


def _slow(site: AuditedSite, pages: list[PageFacts]) -> Finding:
    return make_finding(
        site,
        "slow-first-byte",
        urls(pages),
        f"The server takes long to answer {on_pages(len(pages))}",
        "Cache the finished HTML, or speed up what the server does before it answers; "
        f"aim below {SLOW_FIRST_BYTE_MS:.0f} ms.",
        "Cache-Control: public, max-age=60, stale-while-revalidate=600",
        [_slow_evidence(site, page) for page in pages[:EVIDENCE_PAGES]],
    )


def _slow_evidence(site: AuditedSite, page: PageFacts) -> EvidenceRef:
    times = [page.first_byte_ms or 0.0, *page.first_byte_repeats_ms]
    quote = "first byte after " + ", ".join(f"{ms:.0f} ms" for ms in times)
    detail = (
        f"{len(page.first_byte_repeats_ms)} repeats, alone, as OAI-SearchBot; {site.seen(page)}"
    )
    return EvidenceRef("page", page.final_url, quote, detail)


def _uncompressed(site: AuditedSite, pages: list[PageFacts]) -> Finding:
    return make_finding(
        site,
        "uncompressed",
        urls(pages),
        f"HTML is sent uncompressed {on_pages(len(pages))}",
        "Switch on gzip or Brotli for HTML.",
        _COMPRESSION,
        [
            EvidenceRef(
                "header",
                page.final_url,
                f"no Content-Encoding, {page.body_bytes} bytes",
                site.seen(page),
            )
            for page in pages[:EVIDENCE_PAGES]
        ],
    )
