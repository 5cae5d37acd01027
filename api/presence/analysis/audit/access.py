"""AI access: robots.txt per bot, firewalls, login walls (directives have their own room).

Invariant: the bot that is really blocked is named, with the line or header that does it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from presence.analysis.audit.bots import urls_for_robots
from presence.analysis.audit.check_outcome import (
    CheckOutcome,
    make_finding,
    on_pages,
    page_outcome,
    urls,
)
from presence.analysis.audit.directives import check_noindex, check_nosnippet
from presence.analysis.audit.fixes import robots_lines
from presence.analysis.audit.site import EVIDENCE_PAGES, AuditedSite
from presence.analysis.crawler.agents import SEARCH_BOTS, TRAINING_BOTS, USER_BOTS
from presence.analysis.crawler.login_walls import login_wall
from presence.analysis.crawler.robots import RobotsDecision
from presence.analysis.crawler.robots_patterns import path_of
from presence.analysis.types import AgentProbe, EvidenceRef, Finding


def check_access(site: AuditedSite) -> list[CheckOutcome]:
    """The checks of the group, in the order of the code table."""
    return [
        _robots(site, "robots-blocks-search-bot", SEARCH_BOTS),
        _robots(site, "robots-blocks-user-bot", USER_BOTS),
        _firewall(site),
        check_noindex(site),
        check_nosnippet(site),
        _login(site),
    ]


def training_policy(site: AuditedSite) -> CheckOutcome:
    """Blocked training bots: reported as the owner's choice, without any effect on the score."""
    return _robots(site, "training-bot-blocked", TRAINING_BOTS)


def shut_out(site: AuditedSite) -> bool:
    """Whether every search bot is kept from every page, by robots.txt or by a firewall."""
    subjects = _subjects(site)
    if not subjects:
        return False
    probed: dict[str, list[bool]] = defaultdict(list)
    for probe in site.crawl.probes:
        if probe.agent in SEARCH_BOTS:
            probed[probe.agent].append(probe.blocked)
    walled = {agent for agent, blocked in probed.items() if all(blocked)}
    everyone_walled = bool(probed) and len(walled) == len(probed)
    for bot in SEARCH_BOTS:
        by_robots = all(not site.robots.decide(bot, url).allowed for url in subjects)
        by_wall = bot in walled or (bot not in probed and everyone_walled)
        if not by_robots and not by_wall:
            return False
    return True


def _subjects(site: AuditedSite) -> list[str]:
    read = [page.final_url for page in site.crawl.pages]
    return urls_for_robots(site.robots, read, site.crawl.refused)


def _robots(site: AuditedSite, code: str, bots: Sequence[str]) -> CheckOutcome:
    applicable = np.zeros(len(site.pages))
    passed = np.zeros(len(site.pages))
    extra_applicable = extra_passed = 0
    causes: dict[int, tuple[RobotsDecision, dict[str, None], dict[str, None]]] = {}
    position = {page.final_url: i for i, page in enumerate(site.pages)}
    subjects = _subjects(site)
    rules = [(bot, site.robots.rules_for(bot)) for bot in bots]
    for url in subjects:
        allowed = 0
        path = path_of(url)
        known: dict[int, RobotsDecision] = {}
        for bot, own in rules:
            decision = known.get(id(own)) or own.decide(path)
            known[id(own)] = decision
            allowed += decision.allowed
            if not decision.allowed:
                _, hit, pages = causes.setdefault(decision.line_number, (decision, {}, {}))
                hit[bot] = None
                pages[url] = None
        if url in position:
            applicable[position[url]] = len(bots)
            passed[position[url]] = allowed
        else:
            extra_applicable += len(bots)
            extra_passed += allowed
    findings = tuple(
        _robots_finding(site, code, decision, tuple(hit), tuple(pages), len(subjects))
        for decision, hit, pages in causes.values()
    )
    return CheckOutcome(code, applicable, passed, extra_applicable, extra_passed, findings)


def _robots_finding(
    site: AuditedSite,
    code: str,
    decision: RobotsDecision,
    bots: tuple[str, ...],
    pages: tuple[str, ...],
    subjects: int,
) -> Finding:
    names = ", ".join(bots)
    general = decision.group == "User-agent: *"
    named = decision.group if general else "\n".join(f"User-agent: {bot}" for bot in bots)
    if site.robots.closed:
        status = site.crawl.robots_status
        issue = (
            f"robots.txt answers with status {status}, which bots read as “everything forbidden”"
        )
        action = "Make /robots.txt answer with status 200, or 404 when you have none."
        quote, place = f"HTTP {status}", "robots.txt"
    else:
        quote = f"{named}\n{decision.line}"
        place = f"line {decision.line_number} of robots.txt"
        if code == "training-bot-blocked":
            issue = f"Your robots.txt keeps AI training bots out: {names} (policy choice)"
            action = "Nothing to repair: blocking training does not hide you from AI search."
        else:
            issue = f"robots.txt blocks {names} {on_pages(len(pages))}"
            action = f"Remove “{decision.line}” ({place}) for {names}, or add the ready fix."
    pattern = decision.line.partition(":")[2].strip() or "/"
    return make_finding(
        site,
        code,
        pages,
        issue,
        action,
        robots_lines(bots, pattern),
        [EvidenceRef("robots", site.crawl.robots_url, quote, place)],
        bots=bots,
        share=len(pages) / max(1, subjects),
        cause="closed" if site.robots.closed else f"{decision.group}\n{decision.line}",
    )


def _firewall(site: AuditedSite) -> CheckOutcome:
    judged = [p for p in site.crawl.probes if p.baseline_status == 200]
    blocked = [probe for probe in judged if probe.blocked]
    causes: dict[str, list[AgentProbe]] = defaultdict(list)
    for probe in blocked:
        causes[probe.reason].append(probe)
    probed = len({probe.url for probe in judged})
    findings = [_firewall_finding(site, reason, found, probed) for reason, found in causes.items()]
    nothing = np.zeros(len(site.pages))
    return CheckOutcome(
        "firewall-blocks-agent",
        nothing,
        nothing,
        len(judged),
        len(judged) - len(blocked),
        tuple(findings),
    )


def _firewall_finding(
    site: AuditedSite, reason: str, probes: list[AgentProbe], probed: int
) -> Finding:
    bots = tuple(dict.fromkeys(probe.agent for probe in probes))
    pages = tuple(dict.fromkeys(probe.url for probe in probes))
    names = ", ".join(bots)
    rule = "\n".join(f'allow if User-Agent contains "{bot}"' for bot in bots)
    evidence = [
        EvidenceRef(
            "header",
            probe.url,
            f"{probe.agent}: {probe.reason} ({probe.body_bytes} bytes)",
            f"our own fetch: status {probe.baseline_status}, {probe.baseline_bytes} bytes",
        )
        for probe in probes[: EVIDENCE_PAGES + 3]
    ]
    return make_finding(
        site,
        "firewall-blocks-agent",
        pages,
        f"The server turns {names} away ({reason})",
        "Allow these user agents in your firewall, CDN or bot protection; verify them by the "
        "address ranges their vendors publish.",
        rule,
        evidence,
        bots=bots,
        share=len(pages) / max(1, probed),
        cause=reason,
    )


def _login(site: AuditedSite) -> CheckOutcome:
    walls = [page for page in site.crawl.pages if login_wall(page)]
    outcome = page_outcome(site, "login-wall", login_wall, lambda pages: [])
    refused = [page for page in walls if page.status == 401]
    findings: tuple[Finding, ...] = ()
    if walls:
        findings = (
            make_finding(
                site,
                "login-wall",
                urls(walls),
                f"A login hides the content {on_pages(len(walls))}",
                "Show at least a public summary: AI crawlers never log in.",
                "Serve the page's text without a session; ask for the login only for actions.",
                [
                    EvidenceRef("page", page.url, f"ends at {page.final_url}", site.seen(page))
                    for page in walls[:EVIDENCE_PAGES]
                ],
            ),
        )
    return CheckOutcome("login-wall", outcome.applicable, outcome.passed, len(refused), 0, findings)
