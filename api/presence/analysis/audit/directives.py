"""Directives that hide a page or its words: noindex, nosnippet, in meta tags and headers.

Invariant: only directives that search or user bots obey count; the tag or header is quoted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    urls,
)
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.crawler.agents import SEARCH_BOTS, USER_BOTS
from presence.analysis.crawler.login_walls import is_legal, is_utility
from presence.analysis.types import EvidenceRef, Finding, PageFacts

_SNIPPET = re.compile(r"\bmax-snippet\s*:\s*(\d+)")
_MIN_SNIPPET = 50
_NOAI = re.compile(r"\bno(?:image)?ai\b", re.IGNORECASE)
Directive = tuple[Literal["html", "header"], str, str]
_BOT_NAMES = tuple(name.lower() for name in (*SEARCH_BOTS, *USER_BOTS))


def _directives(page: PageFacts) -> list[Directive]:
    """(where, agent, directives) that search and user bots obey; `where` is html or header."""
    found: list[Directive] = [
        ("html", agent, text)
        for agent, text in page.robots_meta
        if agent == "robots" or agent in _BOT_NAMES
    ]
    for value in page.robots_headers:
        agent, colon, rest = value.strip().lower().partition(":")
        named = bool(colon) and re.fullmatch(r"[a-z0-9_-]+", agent.strip()) is not None
        directive = agent.strip() in (
            "max-snippet",
            "max-image-preview",
            "max-video-preview",
            "unavailable_after",
        )
        if named and not directive:
            if agent.strip() in _BOT_NAMES:
                found.append(("header", agent.strip(), rest.strip()))
        else:
            found.append(("header", "robots", value.strip().lower()))
    return found


def _words(directives: str) -> set[str]:
    return {word.strip() for word in directives.split(",")}


def _hides(directives: str) -> bool:
    return bool(_words(directives) & {"noindex", "none"})


def hidden(page: PageFacts) -> bool:
    """Whether the page asks search or user bots not to list it."""
    return any(_hides(text) for _, _, text in _directives(page))


def _mutes(directives: str) -> bool:
    limit = _SNIPPET.search(directives)
    short = limit is not None and int(limit.group(1)) < _MIN_SNIPPET
    return "nosnippet" in _words(directives) or short


def check_noindex(site: AuditedSite) -> CheckOutcome:
    """Pages that ask search bots not to list them."""
    return page_outcome(
        site,
        "noindex",
        hidden,
        lambda pages: _directive_findings(
            site,
            "noindex",
            pages,
            "noindex keeps search assistants from listing the page",
            "Remove the noindex directive from pages that customers should find.",
        ),
        applies=lambda page: not is_utility(page.final_url) and not is_legal(page.final_url),
    )


def check_nosnippet(site: AuditedSite) -> CheckOutcome:
    """Pages that forbid quoting, or allow fewer than 50 characters."""
    return page_outcome(
        site,
        "nosnippet",
        lambda page: any(_mutes(text) for _, _, text in _directives(page)),
        lambda pages: _directive_findings(
            site,
            "nosnippet",
            pages,
            "A snippet limit keeps assistants from quoting the page",
            "Remove nosnippet and raise max-snippet, so that assistants may quote you.",
        ),
        applies=lambda page: not is_utility(page.final_url),
    )


def noai_policy(site: AuditedSite) -> CheckOutcome:
    """Pages that ask not to be used for AI training: the owner's choice, no barrier."""
    return page_outcome(
        site,
        "noai-directive",
        lambda page: any(_opts_out(text) for _, text in _stated(page)),
        lambda pages: _noai_findings(site, pages),
    )


def _stated(page: PageFacts) -> list[tuple[Literal["html", "header"], str]]:
    """Every robots directive of a page, whomever it addresses."""
    tags: list[tuple[Literal["html", "header"], str]] = [
        ("html", f'<meta name="{agent}" content="{text}">') for agent, text in page.robots_meta
    ]
    return [*tags, *(("header", f"X-Robots-Tag: {value}") for value in page.robots_headers)]


def _opts_out(text: str) -> bool:
    return _NOAI.search(text) is not None


def _noai_findings(site: AuditedSite, pages: list[PageFacts]) -> list[Finding]:
    causes: dict[tuple[Literal["html", "header"], str], list[PageFacts]] = defaultdict(list)
    for page in pages:
        causes[next(found for found in _stated(page) if _opts_out(found[1]))].append(page)
    return [
        make_finding(
            site,
            "noai-directive",
            urls(found),
            f"A noai directive {on_pages(len(found))} (policy choice)",
            "Nothing to repair: it asks not to be used for training; search assistants ignore it.",
            "",
            [EvidenceRef(where, p.final_url, quote, site.seen(p)) for p in found[:EVIDENCE_PAGES]],
            cause=quote,
        )
        for (where, quote), found in causes.items()
    ]


def _directive_findings(
    site: AuditedSite, code: str, pages: Iterable[PageFacts], issue: str, action: str
) -> list[Finding]:
    """One finding per place the directive comes from: a meta tag or a header of a given text."""
    test = _hides if code == "noindex" else _mutes
    causes: dict[Directive, list[PageFacts]] = defaultdict(list)
    for page in pages:
        cause = next(found for found in _directives(page) if test(found[2]))
        causes[cause].append(page)
    return [
        _directive_finding(site, code, cause, found, issue, action)
        for cause, found in causes.items()
    ]


def _directive_finding(
    site: AuditedSite,
    code: str,
    cause: Directive,
    pages: list[PageFacts],
    issue: str,
    action: str,
) -> Finding:
    where, agent, text = cause
    named = next((n for n in (*SEARCH_BOTS, *USER_BOTS) if n.lower() == agent), None)
    if where == "html":
        quote = f'<meta name="{agent}" content="{text}">'
        fix = f'<meta name="{agent}" content="index, follow, max-snippet:-1">'
    else:
        prefix = "" if agent == "robots" else f"{agent}: "
        quote = f"X-Robots-Tag: {prefix}{text}"
        fix = f"X-Robots-Tag: {prefix}index, follow, max-snippet:-1"
    evidence = [
        EvidenceRef(where, page.final_url, quote, site.seen(page))
        for page in pages[:EVIDENCE_PAGES]
    ]
    bots = (named,) if named else ()
    return make_finding(
        site, code, urls(pages), issue, action, fix, evidence, bots=bots, cause=quote
    )
