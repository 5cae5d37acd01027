"""How much a finding matters: the one level that the technical gap and its recommendation show.

Invariant: a level follows from weight, pages and bots, and never exceeds what the evidence allows;
what shuts a page that customers look for is High however many other pages there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from presence.analysis.types import Level

_HIGH: Final = 10.0
_MEDIUM: Final = 3.0
LEVELS: Final[dict[Level, int]] = {"High": 0, "Medium": 1, "Low": 2, "Info": 3}
# What keeps a page from being read or listed: nothing written on it helps before that is repaired.
CLOSING_CODES: Final = frozenset(
    {"content-needs-javascript", "noindex", "login-wall", "robots-blocks-search-bot",
     "firewall-blocks-agent"}
)  # fmt: skip
# What sends readers away from a page without closing it.
DIVERTING_CODES: Final = frozenset({"canonical-conflict", "nosnippet", "robots-blocks-user-bot"})
# The highest level the evidence allows. What was measured without effect is Low, and so is
# convention except where a page is hard to find or to reach without it.
_AT_MOST: Final[dict[str, Level]] = {
    **dict.fromkeys(CLOSING_CODES, "High"),
    "robots-blocks-user-bot": "High",
    "nosnippet": "High",
    "canonical-conflict": "High",
    "thin-content": "Medium",
    "title-missing": "Medium",
    "broken-link": "Medium",
    "slow-first-byte": "Medium",
}
_SOUGHT: Final = re.compile(
    r"^/?$|/(?:[\w-]*-)?(?:pric\w+|fees?|costs?|rates|plans|preis\w*|kosten|honorar\w*|gebuehren|"
    r"tarif\w*|prix|precios?|prezzi|prijzen|precos|cennik|ryokin|services?|leistungen|products?|"
    r"produkte?|contact|kontakt|contacto|contatti|contato)(?:[-_/.]|$)",
    re.IGNORECASE,
)


def level_of(code: str, value: float, pages: Iterable[str] = ()) -> Level:
    """High from 10, Medium from 3, Low above 0, Info at 0, within what the evidence allows."""
    if value <= 0:
        return "Info"
    earned: Level = "High" if value >= _HIGH else "Medium" if value >= _MEDIUM else "Low"
    if code in CLOSING_CODES and any(map(is_sought, pages)):
        earned = "High"
    return within_evidence(code, earned)


def within_evidence(code: str, level: Level) -> Level:
    """The level, lowered to what the evidence allows for a finding of that code."""
    return max(level, _AT_MOST.get(code, "Low"), key=LEVELS.__getitem__)


def is_sought(page: str) -> bool:
    """Whether customers look for a page of that address: home, prices, services, contact."""
    return bool(_SOUGHT.search(urlsplit(page).path))
