"""Pages that ask for a login instead of showing something, and pages that are meant to be plain.

Invariant: judged from one page's facts alone.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from presence.analysis.types import PageFacts

_UTILITY = re.compile(
    r"/(?:cart|basket|checkout|log-?in|log-?out|sign-?in|sign-?up|register|account|my-account|"
    r"search|admin|wp-admin|wp-login|password|thank-?you|thanks|404|unsubscribe|preferences|"
    r"wishlist|compare|feed)(?:[/.]|$)",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"/(?:log-?in|sign-?in|auth|sso|account/login|session/new|users/sign_in|wp-login)(?:[/.]|$)",
    re.IGNORECASE,
)
_WALL_WORDS = 80


def is_utility(url: str) -> bool:
    """Pages nobody wants in an answer (basket, account, search); some checks exempt them."""
    return bool(_UTILITY.search(urlsplit(url).path))


def login_wall(page: PageFacts) -> bool:
    """A page that asks for a login instead of showing its content."""
    if page.status == 401:
        return True
    if _LOGIN.search(urlsplit(page.url).path) or is_utility(page.url):
        return False
    sent_to_login = page.final_url != page.url and _LOGIN.search(urlsplit(page.final_url).path)
    return bool(sent_to_login) or (page.login_form and page.word_count < _WALL_WORDS)
