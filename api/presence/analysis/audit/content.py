"""Content without JavaScript: AI crawlers do not run scripts, so text must be in the raw HTML.

Invariant: assessed on the bytes the server sent, never on a rendered page.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    urls,
)
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.crawler.login_walls import is_notice, is_utility, login_wall
from presence.analysis.types import EvidenceRef, Finding, PageFacts
from presence.analysis.types.offer import OfferKind

THIN_WORDS = 100
_LOW_RATIO = 0.03
_LARGE_HTML = 100_000
_NOT_SOLD: Final[frozenset[OfferKind | None]] = frozenset(
    {"non-profit", "public-body", "open-source", "media", None}
)
_COMPARED: Final[frozenset[OfferKind | None]] = frozenset(
    {"software", "product", "shop", "marketplace"}
)


def check_content(site: AuditedSite) -> list[CheckOutcome]:
    """The checks of the group, in the order of the code table."""
    return [
        page_outcome(
            site,
            "content-needs-javascript",
            lambda page: page.needs_javascript and not login_wall(page),
            lambda pages: [_script_only(site, pages)],
        ),
        page_outcome(
            site,
            "thin-content",
            lambda page: page.word_count < THIN_WORDS,
            lambda pages: [_thin(site, pages)],
            applies=lambda page: not _may_be_short(page),
            symptom=True,
        ),
    ]


def text_ratio(site: AuditedSite) -> CheckOutcome:
    """Opinion: a large page that is nearly all markup."""
    return page_outcome(
        site,
        "low-text-ratio",
        lambda page: page.body_bytes > _LARGE_HTML and page.text_ratio < _LOW_RATIO,
        lambda pages: [
            make_finding(
                site,
                "low-text-ratio",
                urls(pages),
                f"Less than 3 % of the HTML is text {on_pages(len(pages))}",
                "Move inline styles, scripts and data out of the page.",
                "",
                [
                    EvidenceRef(
                        "html",
                        page.final_url,
                        f"{page.text_ratio:.1%} of {page.body_bytes} bytes",
                        site.seen(page),
                    )
                    for page in pages[:EVIDENCE_PAGES]
                ],
            )
        ],
        symptom=True,
    )


def _may_be_short(page: PageFacts) -> bool:
    contact = "contact" in page.final_url.lower()
    return is_utility(page.final_url) or contact or is_notice(page)


def _script_only(site: AuditedSite, pages: list[PageFacts]) -> Finding:
    return make_finding(
        site,
        "content-needs-javascript",
        urls(pages),
        f"The text appears only after scripts run {on_pages(len(pages))}",
        "Render the main text on the server (or as static HTML); AI crawlers run no scripts.",
        "<main>\n  <h1>…</h1>\n  <p>The page's text, in the HTML the server sends.</p>\n</main>",
        [
            EvidenceRef(
                "html",
                page.final_url,
                f"{page.word_count} words in the raw HTML, {page.script_count} scripts",
                site.seen(page),
            )
            for page in pages[:EVIDENCE_PAGES]
        ],
    )


def _to_say(site: AuditedSite) -> str:
    kind = site.offer.kind.value if site.offer.kind else None
    if kind in _NOT_SOLD:
        return "what it is, for whom, and how to get it"
    if kind in _COMPARED:
        return "what it is, for whom, price, how it compares"
    return "what it is, for whom, price, what happens next"


def _thin(site: AuditedSite, pages: list[PageFacts]) -> Finding:
    return make_finding(
        site,
        "thin-content",
        urls(pages),
        f"Fewer than {THIN_WORDS} words of text {on_pages(len(pages))}",
        f"{_how_thin(pages)} Add what a customer would ask: {_to_say(site)}.",
        "\n".join(f"{page.final_url}: {page.word_count} words" for page in pages[:20]),
        [
            EvidenceRef("html", p.final_url, f"{p.word_count} words of main text", site.seen(p))
            for p in pages[:EVIDENCE_PAGES]
        ],
        share=_shortfall(pages) / max(1, len(site.pages)),
    )


def _how_thin(pages: list[PageFacts]) -> str:
    """The thinnest page with its count of words."""
    thinnest = min(pages, key=lambda page: page.word_count)
    path = urlsplit(thinnest.final_url).path.rstrip("/") or "The home page"
    words = f"{thinnest.word_count} word{'' if thinnest.word_count == 1 else 's'}"
    return f"{path} has only {words} of its own."


def _shortfall(pages: list[PageFacts]) -> float:
    """Thin pages, each counted by how far it falls short: 90 words lack little, 10 nearly all."""
    return sum((1 - page.word_count / THIN_WORDS) ** 2 for page in pages)
