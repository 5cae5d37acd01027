"""Whether assistants can read a site at all, in one sentence that stands before everything else.

Invariant: a site is called unreadable only when its home page and nearly all pages are closed.
"""

from __future__ import annotations

from typing import Final

from presence.analysis.audit.access import shut_out
from presence.analysis.audit.directives import hidden
from presence.analysis.audit.site import AuditedSite
from presence.analysis.crawler.login_walls import is_utility, login_wall
from presence.analysis.types import PageFacts

_NEARLY_ALL: Final = 0.8


def unreadable(site: AuditedSite) -> str:
    """Why assistants cannot read the site, "" where they can read some of it."""
    pages = [page for page in site.pages if not is_utility(page.final_url)]
    reasons = []
    if shut_out(site):
        reasons.append("every search assistant is turned away at the door")
    if pages:
        if _nearly_all(pages, [page.needs_javascript for page in pages]):
            reasons.append("its text appears only after scripts run")
        if _nearly_all(pages, [login_wall(page) for page in pages]):
            reasons.append("it asks for a login")
        if _nearly_all(pages, [hidden(page) for page in pages]):
            reasons.append("noindex tells search assistants to leave it out")
    if not reasons:
        return ""
    listed = reasons[0] if len(reasons) == 1 else ", ".join(reasons[:-1]) + ", and " + reasons[-1]
    return f"Assistants cannot read this site: {listed}."


def _nearly_all(pages: list[PageFacts], closed: list[bool]) -> bool:
    """The home page, which was read first, and four fifths of all."""
    return closed[0] and sum(closed) >= _NEARLY_ALL * len(pages)
