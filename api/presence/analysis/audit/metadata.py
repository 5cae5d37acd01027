"""Metadata: titles, descriptions, Open Graph, language, headings, canonical addresses.

Invariant: presence, uniqueness and conflicts are facts; what is taste stands in `opinions`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable

from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    urls,
)
from presence.analysis.audit.fixes import (
    attribute,
    description_tag,
    open_graph_tags,
    title_tag,
)
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.audit.wording import first_heading
from presence.analysis.crawler.login_walls import is_legal
from presence.analysis.crawler.urls import canonical_key, site_of
from presence.analysis.types import EvidenceRef, Finding, PageFacts

_LANGUAGE = re.compile(r"^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$")
COPIES = "The same page at"
_OWN_TEXT = "Give each page a {} of its own."
_OPEN_GRAPH = ("og:title", "og:description")


def check_metadata(site: AuditedSite) -> list[CheckOutcome]:
    """The checks of the group, in the order of the code table."""
    return [
        _missing(
            site,
            "title-missing",
            "No title",
            lambda p: p.title,
            lambda p: title_tag(p, site.profile),
        ),
        _duplicate(site, "title-duplicate", "title", lambda p: p.title),
        _missing(
            site,
            "description-missing",
            "No meta description",
            lambda p: p.description,
            description_tag,
            applies=_is_for_customers,
        ),
        _duplicate(site, "description-duplicate", "meta description", lambda p: p.description),
        _open_graph(site),
        _language(site),
        _heading(site),
        _canonical(site),
    ]


def _missing(
    site: AuditedSite,
    code: str,
    label: str,
    value: Callable[[PageFacts], str],
    fix: Callable[[PageFacts], str],
    applies: Callable[[PageFacts], bool] = lambda page: True,
) -> CheckOutcome:
    return page_outcome(
        site,
        code,
        lambda page: not value(page),
        lambda pages: [
            make_finding(
                site,
                code,
                urls(pages),
                f"{label} {on_pages(len(pages))}",
                "Add the suggested tag to the page's head.",
                fix(site.worded(pages[0])),
                site.html_evidence(pages, "the tag is absent or empty"),
            )
        ],
        applies=applies,
    )


def _is_for_customers(page: PageFacts) -> bool:
    return not is_legal(page.final_url)


def _duplicate(
    site: AuditedSite, code: str, label: str, value: Callable[[PageFacts], str]
) -> CheckOutcome:
    """A page passes with a text of its own; one without any fails here too, but is not listed."""
    counts = Counter(value(page) for page in site.pages if value(page))
    return page_outcome(
        site,
        code,
        lambda page: counts[value(page)] != 1,
        lambda pages: _duplicate_findings(site, code, label, value, pages),
    )


def _duplicate_findings(
    site: AuditedSite,
    code: str,
    label: str,
    value: Callable[[PageFacts], str],
    pages: list[PageFacts],
) -> list[Finding]:
    groups: dict[str, list[PageFacts]] = defaultdict(list)
    for page in pages:
        if value(page):
            groups[value(page)].append(page)
    findings = []
    for text, found in groups.items():
        if len({page.main_text for page in found}) == 1:
            issue = f"{COPIES} {len(found)} addresses"
            action = "Link to one of the addresses everywhere and name it as the canonical one."
            fix = f'<link rel="canonical" href="{attribute(found[0].final_url)}">'
        else:
            issue, action = f"The same {label} {on_pages(len(found))}", _OWN_TEXT.format(label)
            fix = (
                description_tag(site.worded(found[0]))
                if code == "description-duplicate"
                else title_tag(_own(site, found), site.profile)
            )
        evidence = site.html_evidence(found, text)
        findings.append(
            make_finding(site, code, urls(found), issue, action, fix, evidence, cause=text)
        )
    return findings


def _own(site: AuditedSite, pages: list[PageFacts]) -> PageFacts:
    """The first of the pages whose main heading is not on all of them."""
    read = [site.worded(page) for page in pages]
    headings = Counter(first_heading(page) for page in read)
    return next((page for page in read if headings[first_heading(page)] == 1), read[0])


def _absent(page: PageFacts) -> list[str]:
    present = {name for name, content in page.open_graph if content}
    return [name for name in _OPEN_GRAPH if name not in present]


def _open_graph(site: AuditedSite) -> CheckOutcome:
    return page_outcome(
        site,
        "open-graph-missing",
        lambda page: bool(_absent(page)),
        lambda pages: [
            make_finding(
                site,
                "open-graph-missing",
                urls(pages),
                f"Missing Open Graph tags {on_pages(len(pages))}",
                "Add the suggested tags to the page's head.",
                open_graph_tags(site.worded(pages[0]), (*_absent(pages[0]), "og:type", "og:url")),
                [
                    EvidenceRef(
                        "html", p.final_url, f"absent: {', '.join(_absent(p))}", site.seen(p)
                    )
                    for p in pages[:EVIDENCE_PAGES]
                ],
            )
        ],
        applies=_is_for_customers,
    )


def _language(site: AuditedSite) -> CheckOutcome:
    return page_outcome(
        site,
        "lang-missing",
        lambda page: _LANGUAGE.match(page.language) is None,
        lambda pages: [
            make_finding(
                site,
                "lang-missing",
                urls(pages),
                f"The page does not say its language {on_pages(len(pages))}",
                "Name the language on the html element.",
                f'<html lang="{attribute(site.profile.language or "en")}">',
                site.html_evidence(pages, _language_said(pages[0])),
            )
        ],
    )


def _language_said(page: PageFacts) -> str:
    if page.xml_lang and not page.language:
        return f'xml:lang="{page.xml_lang}" alone, which HTML does not read'
    return f'lang="{page.language}"'


def _heading(site: AuditedSite) -> CheckOutcome:
    return page_outcome(
        site,
        "heading-missing",
        lambda page: not any(level == 1 for level, _ in page.headings),
        lambda pages: [
            make_finding(
                site,
                "heading-missing",
                urls(pages),
                f"No main heading (h1) {on_pages(len(pages))}",
                "Give the page one h1 that names its subject.",
                f"<h1>{attribute(pages[0].title or first_heading(pages[0]))}</h1>",
                site.html_evidence(pages, "no h1 in the raw HTML"),
            )
        ],
        symptom=True,
    )


def _canonical_problem(site: AuditedSite, page: PageFacts) -> str:
    """What is wrong with the page's canonical address, "" when nothing."""
    if not page.canonical or canonical_key(page.canonical) == canonical_key(page.final_url):
        return ""
    if site_of(page.canonical) != site_of(page.final_url):
        return "points to another website"
    for check in site.crawl.link_checks:
        if check.kind == "canonical" and check.url == page.canonical:
            if check.problem is not None or (check.status or 0) >= 400:
                return f"leads nowhere (status {check.status or 'none'})"
            if check.hops:
                return "points to an address that redirects"
    position = site.index.get(canonical_key(page.canonical))
    if position is not None and site.pages[position].main_text != page.main_text:
        return "points to a page with different content"
    return ""


def _canonical(site: AuditedSite) -> CheckOutcome:
    problems = {page.final_url: _canonical_problem(site, page) for page in site.pages}

    def findings(pages: list[PageFacts]) -> list[Finding]:
        causes: dict[str, list[PageFacts]] = defaultdict(list)
        for page in pages:
            causes[problems[page.final_url]].append(page)
        return [
            make_finding(
                site,
                "canonical-conflict",
                urls(found),
                f"The canonical address {problem} {on_pages(len(found))}",
                "Let the canonical link name the page itself, or the one true version of it.",
                f'<link rel="canonical" href="{attribute(found[0].final_url)}">',
                [
                    EvidenceRef("html", p.final_url, f"canonical: {p.canonical}", site.seen(p))
                    for p in found[:EVIDENCE_PAGES]
                ],
                cause=problem,
            )
            for problem, found in causes.items()
        ]

    return page_outcome(
        site, "canonical-conflict", lambda page: bool(problems[page.final_url]), findings
    )
