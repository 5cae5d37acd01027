"""Discoverability: sitemap, broken links, redirect chains, orphan pages, hreflang.

Invariant: a broken target is one finding with all the pages that point at it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    site_outcome,
    urls,
)
from presence.analysis.audit.fixes import attribute, sitemap_xml
from presence.analysis.audit.mistyped_links import slip_of
from presence.analysis.audit.public import public_pages
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.audit.vocabulary import LANGUAGES
from presence.analysis.audit.wording import first_heading
from presence.analysis.crawler.urls import canonical_key, origin_of
from presence.analysis.types import EvidenceRef, Finding, LinkCheck, PageFacts

_MAX_TARGETS = 25
_CHAIN_HOPS = 2
_REFUSING = frozenset({401, 403, 405, 406, 429, 451, 999})
_KINDS = {
    "link": "link", "open-graph": "Open Graph tag", "json-ld": "JSON-LD block",
    "sitemap": "sitemap entry",
}  # fmt: skip
_ARTICLE = {"open-graph": "An"}
_CODE = re.compile(r"^([a-z]{2,3})(?:-([A-Za-z]{4}))?(?:-([A-Za-z]{2}|\d{3}))?$")
_NOT_REGIONS = frozenset({"UK", "EU", "EN", "XX"})


def check_discovery(site: AuditedSite) -> list[CheckOutcome]:
    """The checks of the group, in the order of the code table."""
    return [_sitemap(site), _broken(site), _chains(site), _orphans(site), _hreflang(site)]


def _sitemap(site: AuditedSite) -> CheckOutcome:
    if not site.pages:
        return site_outcome(site, "sitemap-missing", 0, 0)
    if site.crawl.sitemaps:
        return site_outcome(site, "sitemap-missing", 1, 1)
    address = f"{origin_of(site.crawl.final_url)}/sitemap.xml"
    finding = make_finding(
        site,
        "sitemap-missing",
        [site.crawl.final_url],
        "The website has no sitemap",
        f"Publish the suggested file as /sitemap.xml and add “Sitemap: {address}” to robots.txt.",
        sitemap_xml(public_pages(site)),
        [EvidenceRef("page", address, "no sitemap there and none named in robots.txt")],
        share=1.0,
    )
    return site_outcome(site, "sitemap-missing", 1, 0, [finding])


def is_broken(check: LinkCheck) -> bool:
    """Whether a target is gone; a server that merely refuses a robot is not a broken link."""
    if check.kind not in _KINDS:
        return False
    if check.problem is not None:
        return check.problem.code in (
            "dns-failed",
            "redirect-loop",
            "too-many-redirects",
            "connect-failed",
        )
    return check.status is not None and check.status >= 400 and check.status not in _REFUSING


def _pages_with(
    site: AuditedSite, code: str, hit: list[LinkCheck], finding: Callable[[LinkCheck], Finding]
) -> CheckOutcome:
    """Pages that carry any of the targets fail; one finding per target, at most 25."""
    affected = {canonical_key(url) for check in hit for url in check.found_on}
    return page_outcome(
        site,
        code,
        lambda page: canonical_key(page.final_url) in affected,
        lambda pages: [finding(check) for check in hit[:_MAX_TARGETS]],
    )


def _broken(site: AuditedSite) -> CheckOutcome:
    """Links and markup are judged page by page, the sitemap once for the site."""
    hit = [check for check in site.crawl.link_checks if is_broken(check)]
    listed = [check for check in hit if check.kind == "sitemap"]
    linked = [check for check in hit if check.kind != "sitemap"]
    outcome = _pages_with(site, "broken-link", linked, lambda check: _broken_finding(site, check))
    judged = int(bool(site.crawl.sitemaps) and bool(site.pages))
    return replace(
        outcome,
        site_applicable=judged,
        site_passed=judged if not listed else 0,
        findings=(
            *outcome.findings,
            *(_broken_finding(site, check) for check in listed[:_MAX_TARGETS]),
        ),
    )


def _broken_finding(site: AuditedSite, check: LinkCheck) -> Finding:
    answer = (
        f"status {check.status}"
        if check.status
        else (check.problem.message if check.problem else "no answer")
    )
    kind = _KINDS[check.kind]
    where = f"{on_pages(len(check.found_on))}:\n" + "\n".join(check.found_on[:20])
    slip = slip_of(check.url) if check.kind == "link" else None
    if slip is not None:
        issue, action, fix = slip.issue, slip.action, f"{slip.fix}\nin the link {where}"
    else:
        issue = f"{_ARTICLE.get(check.kind, 'A')} {kind} leads to a missing address: {check.url}"
        action = "Correct the address, remove it, or redirect it to the page that replaced it."
        fix = f"{check.url}\n→ {answer}; redirect it permanently (301) or change the {kind} {where}"
    return make_finding(
        site,
        "broken-link",
        check.found_on,
        issue,
        action,
        fix,
        [EvidenceRef("page", check.url, answer, f"found on {check.found_on[0]}")],
        cause=f"{check.kind} {check.url}",
    )


def _chains(site: AuditedSite) -> CheckOutcome:
    hit = [
        check
        for check in site.crawl.link_checks
        if check.kind == "link" and len(check.hops) >= _CHAIN_HOPS and not is_broken(check)
    ]
    return _pages_with(site, "redirect-chain", hit, lambda check: _chain_finding(site, check))


def _chain_finding(site: AuditedSite, check: LinkCheck) -> Finding:
    steps = [f"{hop.url} → {hop.status} → {hop.location}" for hop in check.hops]
    return make_finding(
        site,
        "redirect-chain",
        check.found_on,
        f"{len(check.hops)} redirects in a row behind {check.url}",
        "Link straight to the final address.",
        f'<a href="{attribute(check.hops[-1].location)}">',
        [EvidenceRef("header", check.url, "\n".join(steps), f"found on {check.found_on[0]}")],
        cause=f"{check.kind} {check.url}",
    )


def _orphans(site: AuditedSite) -> CheckOutcome:
    """Only judged when every page was read: the link might sit on one that was not."""
    start = site.pages[0].final_url if site.pages else ""
    return page_outcome(
        site,
        "orphan-page",
        lambda page: page.linked_from == 0,
        lambda pages: [
            make_finding(
                site,
                "orphan-page",
                urls(pages),
                f"No other page links to it: {len(pages)} known only from the sitemap",
                "Link to it from a page that customers and crawlers reach.",
                "\n".join(
                    f'<a href="{attribute(p.final_url)}">{attribute(p.title or first_heading(p))}'
                    "</a>"
                    for p in pages[:20]
                ),
                site.html_evidence(pages, "in the sitemap, linked from no crawled page"),
            )
        ],
        applies=lambda page: site.complete and page.final_url != start,
    )


def _hreflang_problem(site: AuditedSite, page: PageFacts) -> str:
    own = canonical_key(page.final_url)
    for code, _ in page.hreflang:
        if code.lower() == "x-default":
            continue
        match = _CODE.match(code.replace("_", "?"))
        if match is None or match.group(1).lower() not in LANGUAGES:
            return f"“{code}” is not a language code"
        if match.group(3) and match.group(3).upper() in _NOT_REGIONS:
            return f"“{code}” names no country"
    if own not in {canonical_key(url) for _, url in page.hreflang}:
        return "the page does not list itself"
    for _, url in page.hreflang:
        position = site.index.get(canonical_key(url))
        if position is not None:
            back = {canonical_key(target) for _, target in site.pages[position].hreflang}
            if own not in back:
                return "a named page does not link back"
    dead = {
        c.url for c in site.crawl.link_checks if c.kind == "hreflang" and (c.status or 0) >= 400
    }
    return "a named page is missing" if any(url in dead for _, url in page.hreflang) else ""


def _hreflang(site: AuditedSite) -> CheckOutcome:
    problems = {p.final_url: _hreflang_problem(site, p) for p in site.pages if p.hreflang}

    def findings(pages: list[PageFacts]) -> list[Finding]:
        causes: dict[str, list[PageFacts]] = defaultdict(list)
        for page in pages:
            causes[problems[page.final_url]].append(page)
        return [_hreflang_finding(site, problem, found) for problem, found in causes.items()]

    return page_outcome(
        site,
        "hreflang-invalid",
        lambda page: bool(problems[page.final_url]),
        findings,
        applies=lambda page: bool(page.hreflang),
    )


def _hreflang_finding(site: AuditedSite, problem: str, pages: list[PageFacts]) -> Finding:
    page = pages[0]
    listed = dict(page.hreflang)
    if canonical_key(page.final_url) not in {canonical_key(url) for url in listed.values()}:
        listed[page.language or site.profile.language] = page.final_url
    tags = "\n".join(
        f'<link rel="alternate" hreflang="{attribute(code)}" href="{attribute(url)}">'
        for code, url in listed.items()
    )
    return make_finding(
        site,
        "hreflang-invalid",
        urls(pages),
        f"Language links are wrong {on_pages(len(pages))}: {problem}",
        "List every language version, the page itself included, on each of them.",
        tags,
        [
            EvidenceRef(
                "html",
                p.final_url,
                ", ".join(f"{code}: {url}" for code, url in p.hreflang)[:300],
                site.seen(p),
            )
            for p in pages[:EVIDENCE_PAGES]
        ],
        cause=problem,
    )
