"""Reading one page of the brand's site: robots first, then the page, its text and its language.

Invariant: an address that cannot be read ends in one sentence fit for a customer, never in an
exception of another kind.
"""

from __future__ import annotations

from collections.abc import Callable

from presence.analysis.crawler import is_html, read_page
from presence.analysis.ports import Fetcher
from presence.analysis.types import DocumentText, Fetched
from presence.domains.materials.service.texts import document_of_page
from presence.domains.materials.site_look import FORBIDS, obstacle, robots_for

DEADLINE_S = 20.0
MAX_PAGE = 5_000_000


class PageRefused(Exception):
    """The page gave no text; the message is a sentence."""


async def read_page_text(
    url: str, fetcher: Fetcher, owned: Callable[[str], bool]
) -> tuple[DocumentText, str]:
    """(text, language) of the page at `url`, which may lead on within what `owned` accepts.

    Raises PageRefused.
    """
    await _require_allowed(url, fetcher)
    page = await fetcher.fetch(url, max_bytes=MAX_PAGE, deadline_s=DEADLINE_S)
    if page.problem is not None:
        raise PageRefused(page.problem.message)
    if not owned(page.final_url):
        raise PageRefused("The address leads to another website.")
    if page.final_url != url:
        await _require_allowed(page.final_url, fetcher)
    return _text(page)


async def _require_allowed(url: str, fetcher: Fetcher) -> None:
    verdict, unreadable = await robots_for(url, fetcher)
    if verdict == "disallowed":
        raise PageRefused(FORBIDS)
    if unreadable is not None:
        raise PageRefused(unreadable)


def _text(page: Fetched) -> tuple[DocumentText, str]:
    if page.status is not None and page.status >= 400:
        raise PageRefused(obstacle(page) or "The address answers with an error.")
    if not is_html(page):
        raise PageRefused("The address is not a web page.")
    facts = read_page(page, depth=0)
    if not facts.word_count:
        raise PageRefused(obstacle(page, facts) or "The page holds no readable text.")
    return document_of_page(facts), facts.language
