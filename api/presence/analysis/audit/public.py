"""Determines which pages of a site are public: what a sitemap or llms.txt may list.

Invariant: one address per page, and none that its owner hides from search or that shows nothing.
"""

from __future__ import annotations

import re

from presence.analysis.audit.directives import hidden
from presence.analysis.audit.site import AuditedSite
from presence.analysis.crawler.login_walls import is_utility, lists_folder, login_wall
from presence.analysis.crawler.urls import canonical_key, site_of
from presence.analysis.types import PageFacts

_GONE = re.compile(
    r"\b(?:404|page not found|not found|nothing found|seite nicht gefunden|page introuvable|"
    r"página no encontrada|pagina non trovata|pagina niet gevonden|coming soon|under construction|"
    r"access denied|forbidden)\b|ページが見つかりません",
    re.IGNORECASE,
)


def public_pages(site: AuditedSite) -> tuple[PageFacts, ...]:
    """Pages to list, in crawl order: readable by anybody, each text under one address.

    They contain only the text that was written for readers.
    """
    known = {canonical_key(page.final_url): page for page in site.pages}
    listed: dict[str, PageFacts] = {}
    texts: set[str] = set()
    for page in site.pages:
        true = _true_page(page, known)
        if true is None or not _is_public(true):
            continue
        key = canonical_key(true.final_url)
        if key in listed or (true.main_text and true.main_text in texts):
            continue
        listed[key] = true
        texts.add(true.main_text)
    return tuple(site.worded(page) for page in listed.values())


def _true_page(page: PageFacts, known: dict[str, PageFacts]) -> PageFacts | None:
    """The page at its canonical address; None if that is elsewhere or was not read."""
    if not page.canonical or canonical_key(page.canonical) == canonical_key(page.final_url):
        return page
    if site_of(page.canonical) != site_of(page.final_url):
        return None
    return known.get(canonical_key(page.canonical))


def _is_public(page: PageFacts) -> bool:
    top = [page.title, *(text for level, text in page.headings if level == 1)]
    return not (
        hidden(page)
        or is_utility(page.final_url)
        or login_wall(page)
        or lists_folder(page)
        or page.login_form
        or page.needs_javascript
        or any(_GONE.search(text) for text in top)
    )
