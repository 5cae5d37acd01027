"""What another process says of a site, made fit to be kept: it may say anything once taken over.

Invariant: what passes here is what this package itself could have found: text of bounded length
that can be stored, addresses of the web, an icon that is a small image.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from presence.analysis.crawler.icons import is_icon
from presence.analysis.crawler.page_text import MAX_PAGE, owns
from presence.analysis.types import FetchProblem, PageText, SiteLook

_UNSEEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_MOST_SENTENCE: Final = 500
_MOST_URL: Final = 16_384
_LEVELS: Final = range(7)


def checked_look(look: SiteLook) -> SiteLook:
    """The look with its words bounded. ValueError for an address or an icon that is none."""
    for address in (look.final_url, look.found_url):
        if address is not None:
            _require_address(address)
    if look.favicon is not None and not is_icon(look.favicon):  # guard: crawl.heard-icon
        raise ValueError("not an icon")
    return replace(
        look,
        title=_said(look.title or "") or None,
        reason=_said(look.reason or "") or None,
        description=_said(look.description or "") or None,
    )


def checked_text(
    found: PageText | FetchProblem, prefixes: Sequence[str]
) -> PageText | FetchProblem:
    """A page's text, of an owned address. ValueError for more than a page can hold."""
    if isinstance(found, FetchProblem):
        return checked_problem(found)
    document = found.document
    _require_address(document.url)
    if not owns(prefixes, document.url):  # guard: crawl.heard-elsewhere
        raise ValueError("another site")
    size = len(document.title) + sum(len(text) for _, text in document.blocks)
    sound = all(level in _LEVELS for level, _ in document.blocks)
    if not sound or size > 2 * MAX_PAGE or not 0 < document.word_count <= MAX_PAGE:
        raise ValueError("not a page")
    return PageText(replace(document, name=document.url), _said(found.language))


def checked_problem(problem: FetchProblem) -> FetchProblem:
    """The problem, its sentence bounded."""
    return replace(problem, message=_said(problem.message))


def _require_address(url: str) -> None:
    web = url.startswith(("http://", "https://")) and len(url) <= _MOST_URL
    if not web or _UNSEEN.search(url):  # guard: crawl.heard-address
        raise ValueError("not an address")


def _said(text: str) -> str:
    return _UNSEEN.sub(" ", text)[:_MOST_SENTENCE]
