"""Reading one page of a brand's site: robots first, then the page, its text and its language.

Invariant: an address that cannot be read ends in one sentence fit for a customer, never in an
exception.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from presence.analysis.crawler.facts import is_html, read_page
from presence.analysis.crawler.look import FORBIDS, obstacle, robots_for
from presence.analysis.ports import Fetcher
from presence.analysis.types import DocumentText, Fetched, FetchProblem, PageFacts, PageText

DEADLINE_S = 20.0
MAX_PAGE = 5_000_000


async def read_text(url: str, prefixes: Sequence[str], fetcher: Fetcher) -> PageText | FetchProblem:
    """As `Sites.read_text` says, in this process."""
    refused = await _robots_problem(url, fetcher)
    if refused is not None:  # guard: materials.robots
        return refused
    page = await fetcher.fetch(url, max_bytes=MAX_PAGE, deadline_s=DEADLINE_S)
    if page.problem is not None:
        return page.problem
    if not owns(prefixes, page.final_url):  # guard: materials.redirected-elsewhere
        return FetchProblem("address-refused", "The address leads to another website.")
    moved = page.final_url != url
    refused = await _robots_problem(page.final_url, fetcher) if moved else None
    if refused is not None:  # guard: materials.robots-of-redirect
        return refused
    return _text(page)


def owns(prefixes: Sequence[str], url: str) -> bool:
    """Whether a page lies on one of the sites that `prefixes` name, or on any without one."""
    parts = urlsplit(url)
    place = f"{(parts.netloc.rpartition('@')[2]).lower().removeprefix('www.')}{parts.path}/"
    sites = [prefix.rstrip("/") + "/" for prefix in prefixes]
    return not sites or any(place.startswith(site) or _below(place, site) for site in sites)


def _below(place: str, prefix: str) -> bool:
    """A subdomain of a site that is owned as a whole."""
    host, _, path = prefix.partition("/")
    return not path and place.partition("/")[0].endswith(f".{host}")


async def _robots_problem(url: str, fetcher: Fetcher) -> FetchProblem | None:
    verdict, unreadable = await robots_for(url, fetcher)
    reason = FORBIDS if verdict == "disallowed" else unreadable
    return None if reason is None else FetchProblem("robots-disallowed", reason)


def _text(page: Fetched) -> PageText | FetchProblem:
    if page.status is not None and page.status >= 400:
        return FetchProblem("http-error", obstacle(page) or "The address answers with an error.")
    if not is_html(page):  # guard: materials.not-html
        return FetchProblem("not-html", "The address is not a web page.")
    facts = read_page(page, depth=0)
    if not facts.word_count:
        why = obstacle(page, facts) or "The page holds no readable text."
        return FetchProblem("login-required" if facts.login_form else "not-html", why)
    return PageText(_document(facts), facts.language)


def _document(page: PageFacts) -> DocumentText:
    """The readable text of a page, with headings distinguished."""
    levels = {text: level for level, text in page.headings}
    lines = [line for line in page.main_text.split("\n") if line]
    blocks = tuple((levels.get(line, 0), line) for line in lines)
    return DocumentText(page.final_url, page.title, blocks, page.word_count, page.final_url)
