"""Structured data: present, valid against schema.org, and true to what the page shows.

Invariant: a page without structured data cannot pass validity, so adding valid data never lowers
a check.
"""

from __future__ import annotations

from collections import defaultdict

from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    urls,
)
from presence.analysis.audit.fixes import faq_schema, json_ld_block, page_schema
from presence.analysis.audit.markup import home_markup
from presence.analysis.audit.schema import ORGANIZATIONS, data_of, problems_of
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.crawler.login_walls import is_legal
from presence.analysis.types import EvidenceRef, Finding, PageFacts

_MIN_PAIRS = 2
_QUOTE = 300


def check_structured(site: AuditedSite) -> list[CheckOutcome]:
    """The checks of the group, in the order of the code table."""
    problems = {page.final_url: _page_problems(page) for page in site.pages}
    for url, problem in _name_conflicts(site).items():
        problems[url].append(problem)
    return [
        page_outcome(
            site,
            "jsonld-missing",
            lambda page: not page.structured,
            lambda pages: [_missing(site, pages)],
            applies=_is_for_customers,
            symptom=True,
        ),
        page_outcome(
            site,
            "jsonld-invalid",
            lambda page: not page.structured or bool(problems[page.final_url]),
            lambda pages: _invalid(site, [p for p in pages if p.structured], problems),
            applies=lambda page: bool(page.structured) or _is_for_customers(page),
        ),
        page_outcome(
            site,
            "faq-schema-missing",
            lambda page: not _has_type(page, {"FAQPage", "QAPage"}),
            lambda pages: [_faq(site, pages)],
            applies=lambda page: len(site.worded(page).questions) >= _MIN_PAIRS,
        ),
    ]


def _is_for_customers(page: PageFacts) -> bool:
    return not is_legal(page.final_url)


def _has_type(page: PageFacts, names: set[str]) -> bool:
    return any(names & set(item.types) for item in page.structured)


def _page_problems(page: PageFacts) -> list[str]:
    found = [problem for item in page.structured for problem in problems_of(item, page)]
    return list(dict.fromkeys(found))


def _name_conflicts(site: AuditedSite) -> dict[str, str]:
    """Pages whose Organization is named otherwise than most pages name it."""
    names: dict[str, list[str]] = defaultdict(list)
    for page in site.pages:
        for item in page.structured:
            name = data_of(item).get("name")
            if ORGANIZATIONS & set(item.types) and isinstance(name, str):
                names[" ".join(name.split())].append(page.final_url)
    if len({name.casefold() for name in names}) < 2:
        return {}
    usual = max(names, key=lambda name: len(names[name]))
    return {
        url: f"The organization is called “{name}” here and “{usual}” elsewhere"
        for name, found in names.items()
        if name.casefold() != usual.casefold()
        for url in found
    }


def _missing(site: AuditedSite, pages: list[PageFacts]) -> Finding:
    return make_finding(
        site,
        "jsonld-missing",
        urls(pages),
        f"No structured data {on_pages(len(pages))}",
        "Add a JSON-LD block that says what the page is about.",
        _block(site, pages[0]),
        site.html_evidence(pages, "no JSON-LD and no microdata"),
    )


def _invalid(
    site: AuditedSite, pages: list[PageFacts], problems: dict[str, list[str]]
) -> list[Finding]:
    """One finding per distinct problem, with every page that has it."""
    causes: dict[str, list[PageFacts]] = defaultdict(list)
    for page in pages:
        for problem in problems[page.final_url]:
            causes[problem].append(page)
    return [
        make_finding(
            site,
            "jsonld-invalid",
            urls(found),
            f"Structured data is invalid {on_pages(len(found))}: {problem}",
            "Correct the JSON-LD block; a block that cannot be read is ignored.",
            _correction(site, found[0], problem),
            [
                EvidenceRef("html", p.final_url, _quote(p), f"{problem}; {site.seen(p)}")
                for p in found[:EVIDENCE_PAGES]
            ],
            cause=problem,
        )
        for problem, found in causes.items()
    ]


def _correction(site: AuditedSite, page: PageFacts, problem: str) -> str:
    if "FAQ" in problem or "Question" in problem:
        worded = site.worded(page)
        return faq_schema(worded) if worded.questions else "Remove the FAQPage block."
    return _block(site, page)


def _block(site: AuditedSite, page: PageFacts) -> str:
    """Markup for a page; the first one read stands for the business."""
    worded = site.worded(page)
    if page.final_url != site.pages[0].final_url:
        return page_schema(worded, site.profile)
    return json_ld_block(home_markup(worded, site.profile, site.offer))


def _quote(page: PageFacts) -> str:
    return page.structured[0].raw[:_QUOTE]


def _faq(site: AuditedSite, pages: list[PageFacts]) -> Finding:
    return make_finding(
        site,
        "faq-schema-missing",
        urls(pages),
        f"Questions and answers without FAQ markup {on_pages(len(pages))}",
        "Add the suggested FAQPage block; it repeats what the page shows.",
        faq_schema(site.worded(pages[0])),
        [
            EvidenceRef("html", page.final_url, site.worded(page).questions[0][0], site.seen(page))
            for page in pages[:EVIDENCE_PAGES]
        ],
    )
