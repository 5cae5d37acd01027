"""A first look at an address: does it answer, what is it called, may our crawler read it?

Invariant: at each address robots.txt is read first and obeyed, and at most three more requests
follow; the icon handed out is a small image whose bytes are what its type says. An address that
does not answer is also tried with http instead of https or the other way round, and with or without
`www.`: four addresses at most, each a website that a person could have typed. What answers is
named.
"""

from __future__ import annotations

import base64
import ipaddress
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from presence.analysis.crawler.agents import ROBOTS_NAME
from presence.analysis.crawler.facts import is_html, read_page
from presence.analysis.crawler.icons import MAX_ICON, image_kind
from presence.analysis.crawler.robots import RobotsFile
from presence.analysis.ports import Fetcher
from presence.analysis.types import Fetched, PageFacts, Robots, SiteLook

DEADLINE_S = 8.0
QUICK_S = 4.0
MAX_PAGE = 2_000_000
_MAX_ROBOTS = 500 * 1024
_TITLE = 200
_SAYS_SOMETHING = 10
_SENTENCE = 40
_DESCRIPTION = 500
_TRIED_ELSEWHERE: Final = frozenset({"dns-failed", "tls-failed", "connect-failed", "timeout"})
_ASKS_LOGIN = "The site asks for a login, so only its public pages can be analysed."
FORBIDS = "The site's robots.txt asks our crawler to stay away."


@dataclass(frozen=True, slots=True)
class _Seen:
    """A look at one address, and how its page answered: a status, or the code of a problem."""

    look: SiteLook
    status: int | None = None
    problem: str = ""


async def look(url: str, fetcher: Fetcher) -> SiteLook:
    """What stands at an absolute URL, or where the site answers instead (`found_url`).

    A failure is part of the result, never an exception.
    """
    first = await _look_at(url, fetcher)
    if first.problem not in _TRIED_ELSEWHERE:
        return first.look
    for near in _neighbours(url, known=first.problem != "dns-failed"):
        other = await _look_at(near, fetcher, QUICK_S)
        if other.status is not None and other.status < 400:
            return replace(other.look, found_url=near)
    return first.look


def _neighbours(url: str, *, known: bool) -> tuple[str, ...]:
    """Where people find a site whose `url` does not answer; `known` is whether its host exists."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    other = "http" if parts.scheme == "https" else "https"
    found = [parts._replace(scheme=other)] if known else []
    if parts.port is None and "." in host and not _is_address(host):
        name = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
        if "." in name:  # a bare name is that of a machine in somebody's own network
            found += [parts._replace(scheme=scheme, netloc=name) for scheme in ("https", "http")]
    return tuple(near.geturl() for near in found)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


async def _look_at(url: str, fetcher: Fetcher, deadline_s: float = DEADLINE_S) -> _Seen:
    verdict, unreadable = await robots_for(url, fetcher)
    if verdict == "disallowed":
        return _Seen(SiteLook(True, url, robots=verdict, reason=FORBIDS), 200)
    page = await fetcher.fetch(url, max_bytes=MAX_PAGE, deadline_s=deadline_s)
    oversized = page.problem is not None and page.problem.code == "too-large"
    if page.problem is not None and not oversized:
        unseen = SiteLook(False, robots=verdict, reason=page.problem.message)
        return _Seen(unseen, problem=page.problem.code)
    if page.final_url != url and urlsplit(page.final_url).netloc != urlsplit(url).netloc:
        verdict, unreadable = await robots_for(page.final_url, fetcher)
    if not is_html(page):
        reason = page.problem.message if page.problem else "The address is not a web page."
        return _Seen(SiteLook(True, page.final_url, robots=verdict, reason=reason), page.status)
    facts = read_page(page, depth=0)
    seen = SiteLook(
        reachable=True,
        final_url=page.final_url,
        title=facts.title.replace("\x00", "")[:_TITLE] or None,
        favicon=await _favicon(page, fetcher),
        robots=verdict,
        reason=unreadable or obstacle(page, facts),
        description=_description(facts) if (page.status or 200) < 400 else None,
    )
    return _Seen(seen, page.status)


def _description(facts: PageFacts) -> str | None:
    """How the site describes itself: its own summary, else its first real sentences."""
    shared = next((text for name, text in facts.open_graph if name == "og:description"), "")
    opening = next((line for line in facts.main_text.split("\n") if len(line) >= _SENTENCE), "")
    for text in (facts.description, shared, opening):
        words = " ".join(text.replace("\x00", "").split())
        if len(words) >= _SAYS_SOMETHING:
            return words[:_DESCRIPTION]
    return None


async def robots_for(url: str, fetcher: Fetcher) -> tuple[Robots | None, str | None]:
    """Our crawler's verdict for `url`, and a sentence when robots.txt cannot be read."""
    answer = await fetcher.fetch(
        urljoin(url, "/robots.txt"), max_bytes=_MAX_ROBOTS, deadline_s=QUICK_S
    )
    huge = answer.problem is not None and answer.problem.code == "too-large"
    if answer.problem is not None and not huge:
        return None, None  # the page itself will say what is wrong
    if answer.status is not None and answer.status >= 500:
        return None, "The site's robots.txt answers with an error, so crawlers stay away."
    if answer.status is not None and not 200 <= answer.status < 300:
        return "missing", None
    rules = RobotsFile.of_response(answer.status or 200, answer.body)
    return ("allowed" if rules.decide(ROBOTS_NAME, url).allowed else "disallowed"), None


def obstacle(page: Fetched, facts: PageFacts | None = None) -> str | None:
    """What keeps a crawler from the page's words, as a sentence; None when nothing does."""
    if page.status in (401, 403):
        return f"The site refused our visit with status {page.status}."
    if page.status is not None and page.status >= 400:
        return f"The address answers with an error (status {page.status})."
    if facts is not None and facts.login_form:
        return _ASKS_LOGIN
    if facts is not None and facts.needs_javascript:
        return "The page shows its text only with JavaScript, which AI crawlers do not run."
    return None


async def _favicon(page: Fetched, fetcher: Fetcher) -> str | None:
    """The site's icon as a data URL, or None when it has no small one."""
    node = LexborHTMLParser(page.body).css_first('link[rel~="icon"][href]')
    named = node.attributes.get("href") if node is not None else None
    target = urljoin(page.final_url, named or "/favicon.ico")
    if not target.startswith(("http://", "https://")):
        return None
    answer = await fetcher.fetch(target, max_bytes=MAX_ICON, deadline_s=QUICK_S, accept="image/*")
    if answer.problem is not None or answer.status != 200:
        return None
    declared = (answer.header("content-type") or "").partition(";")[0].strip().lower()
    kind = image_kind(answer.body, declared)
    return f"data:{kind};base64,{base64.b64encode(answer.body).decode()}" if kind else None
