"""Checks that cost no points: lengths, viewport, missing canonical addresses, several h1.

Invariant: nothing here weighs anything in the score.
"""

from __future__ import annotations

from collections.abc import Callable

from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    urls,
)
from presence.analysis.audit.fixes import attribute
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.types import EvidenceRef, PageFacts

_TITLE = (10, 70)
_DESCRIPTION = (50, 170)


def check_opinions(site: AuditedSite) -> list[CheckOutcome]:
    """What costs no points: lengths, a page without viewport or canonical address, several h1."""
    return [
        _length(site, "title-length", "title", lambda page: page.title, _TITLE),
        _length(
            site, "description-length", "description", lambda page: page.description, _DESCRIPTION
        ),
        _viewport(site),
        _no_canonical(site),
        _several_headings(site),
    ]


def _length(
    site: AuditedSite,
    code: str,
    label: str,
    value: Callable[[PageFacts], str],
    bounds: tuple[int, int],
) -> CheckOutcome:
    low, high = bounds
    return page_outcome(
        site,
        code,
        lambda page: bool(value(page)) and not low <= len(value(page)) <= high,
        lambda pages: [
            make_finding(
                site,
                code,
                urls(pages),
                f"Unusual {label} length {on_pages(len(pages))} (opinion)",
                f"{low} to {high} characters are shown in full by most services.",
                "",
                [
                    EvidenceRef(
                        "html",
                        p.final_url,
                        value(p)[:200],
                        f"{len(value(p))} characters; {site.seen(p)}",
                    )
                    for p in pages[:EVIDENCE_PAGES]
                ],
            )
        ],
    )


def _viewport(site: AuditedSite) -> CheckOutcome:
    return page_outcome(
        site,
        "viewport-missing",
        lambda page: not page.viewport,
        lambda pages: [
            make_finding(
                site,
                "viewport-missing",
                urls(pages),
                f"No viewport for phones {on_pages(len(pages))}",
                "Add the suggested tag to the page's head, so that phones show readable text.",
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                site.html_evidence(pages, "the tag is absent or empty"),
            )
        ],
        applies=lambda page: page.viewport is not None,
    )


def _no_canonical(site: AuditedSite) -> CheckOutcome:
    return page_outcome(
        site,
        "canonical-missing",
        lambda page: not page.canonical,
        lambda pages: [
            make_finding(
                site,
                "canonical-missing",
                urls(pages),
                f"No canonical address {on_pages(len(pages))} (opinion)",
                "Name the page's own address, so that copies of it count as one page.",
                f'<link rel="canonical" href="{attribute(pages[0].final_url)}">',
                site.html_evidence(pages, "no canonical link in the raw HTML"),
            )
        ],
    )


def _main_headings(page: PageFacts) -> list[str]:
    return [text for level, text in page.headings if level == 1]


def _several_headings(site: AuditedSite) -> CheckOutcome:
    return page_outcome(
        site,
        "heading-repeated",
        lambda page: len(_main_headings(page)) > 1,
        lambda pages: [
            make_finding(
                site,
                "heading-repeated",
                urls(pages),
                f"Several main headings (h1) {on_pages(len(pages))} (opinion)",
                "Keep one h1 that names the page's subject and make the others h2.",
                "",
                [
                    EvidenceRef(
                        "html",
                        p.final_url,
                        " | ".join(_main_headings(p))[:200],
                        f"{len(_main_headings(p))} h1 elements; {site.seen(p)}",
                    )
                    for p in pages[:EVIDENCE_PAGES]
                ],
            )
        ],
    )
