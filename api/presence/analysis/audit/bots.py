"""Which bots may read a site, one by one, by what they fetch for.

Invariant: a blocked training bot is a policy choice; every verdict names the line that decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from presence.analysis.crawler.agents import (
    ROBOTS_NAME,
    SEARCH_BOTS,
    TRAINING_BOTS,
    USER_BOTS,
    VENDORS,
)
from presence.analysis.crawler.login_walls import is_utility
from presence.analysis.crawler.robots import RobotsDecision, RobotsFile
from presence.analysis.types import AgentProbe, SiteCrawl

Purpose = Literal["search", "user", "training"]
Verdict = Literal["allowed", "partly blocked", "blocked", "policy choice", "unknown"]
ByAgent = Literal["not blocked", "blocked", "not tested"]


@dataclass(frozen=True, slots=True)
class BotAccess:
    """One bot: its verdict by robots.txt for the assessed pages, and by user agent if probed."""

    name: str
    vendor: str
    purpose: Purpose
    verdict: Verdict
    line: str
    line_number: int
    group: str
    pages_blocked: int
    pages_judged: int
    by_user_agent: ByAgent
    user_agent_reason: str


def urls_for_robots(robots: RobotsFile, read: Sequence[str], refused: Sequence[str]) -> list[str]:
    """URLs the robots rules are judged on: pages read, and pages refused to us.

    A rule for every crawler that hides part of the site is the owner's general choice; it counts
    only when it hides the start page.
    """
    found = list(read)
    for url in refused:
        general = robots.decide(ROBOTS_NAME, url).group == "User-agent: *"
        if not is_utility(url) and (not general or not found):
            found.append(url)
    return found


def robots_of(crawl: SiteCrawl) -> RobotsFile:
    """The site's robots rules; without any answer nothing is known, so nothing is blocked."""
    if crawl.robots_status is None:
        return RobotsFile((), ())
    return RobotsFile.of_response(crawl.robots_status, crawl.robots_text.encode())


def bot_access(crawl: SiteCrawl, read: Sequence[str]) -> tuple[BotAccess, ...]:
    """Search bots first, then user fetchers, then training bots; `read` are final page URLs."""
    robots = robots_of(crawl)
    urls = urls_for_robots(robots, read, crawl.refused)
    known = crawl.robots_status is not None
    purposes: tuple[tuple[Purpose, tuple[str, ...]], ...] = (
        ("search", SEARCH_BOTS),
        ("user", USER_BOTS),
        ("training", TRAINING_BOTS),
    )
    return tuple(
        _access(bot, purpose, robots, urls if known else [], crawl.probes)
        for purpose, bots in purposes
        for bot in bots
    )


def _access(
    bot: str, purpose: Purpose, robots: RobotsFile, urls: list[str], probes: Sequence[AgentProbe]
) -> BotAccess:
    decisions = [robots.decide(bot, url) for url in urls]
    blocked = [decision for decision in decisions if not decision.allowed]
    deciding = next(iter(blocked or decisions), RobotsDecision(True))
    mine = [probe for probe in probes if probe.agent == bot and probe.baseline_status == 200]
    hit = [probe for probe in mine if probe.blocked]
    return BotAccess(
        name=bot,
        vendor=VENDORS[bot],
        purpose=purpose,
        verdict=_verdict(purpose, len(blocked), len(decisions)),
        line=deciding.line,
        line_number=deciding.line_number,
        group=deciding.group,
        pages_blocked=len(blocked),
        pages_judged=len(decisions),
        by_user_agent="blocked" if hit else "not blocked" if mine else "not tested",
        user_agent_reason=hit[0].reason if hit else "",
    )


def _verdict(purpose: Purpose, blocked: int, judged: int) -> Verdict:
    if judged == 0:
        return "unknown"
    if blocked == 0:
        return "allowed"
    if purpose == "training":
        return "policy choice"
    return "blocked" if blocked == judged else "partly blocked"
