"""Makers whom customers look for nearby, although what they make is sold everywhere.

Invariant: a maker who ships, or whose description names no deed but making, is nobody's neighbour.
"""

from __future__ import annotations

import re

from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.evidence import DESCRIPTION
from presence.analysis.panel.deed_nouns import is_work
from presence.analysis.panel.ware_words import is_deed
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer

# Who ships goods is looked for in the whole country.
_ONLINE = re.compile(
    r"\b(?:online\w*|web ?shop|e-?shop|e-?commerce|mail.?order|nationwide|worldwide|versand\w*|"
    r"deliver(?:s|ed|y)? (?:across|to all|throughout)|ship(?:s|ped|ping)?|bundesweit|weltweit)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|don['’]t|never|no|keine?n?|nicht|kein|pas|no|non|niet|geen)\b", re.IGNORECASE
)
# What is made for one customer is ordered where one can talk to its maker.
_TO_ORDER = re.compile(
    r"\b(?:(?:made |sewn |baked |built )?to (?:order|measure)|made-to-(?:order|measure)|bespoke|"
    r"on commission|auf (?:Bestellung|Wunsch|Maß)|nach Maß|maßgefertigt\w*|sur (?:commande|mesure)|"
    r"por encargo|a medida|su (?:ordinazione|commissione|misura)|"
    r"op (?:bestelling|maat)|maatwerk\w*)"
    r"(?!\w)",
    re.IGNORECASE,
)
# Nobody tests or ranks what does not exist before it is ordered.
TESTED = re.compile(
    r"\btests?\b|\bright now\b|\bat the moment\b|\bbrands?\b|\bMarken?\b|\bzurzeit\b|"
    r"\bSiegel\b|\bmarques?\b|\bmarcas?\b|\bmarc(?:a|he)\b|\bmerk(?:en)?\b|\bNeukauf\b",
    re.IGNORECASE,
)

# What is asked of shops that send goods: no baker round the corner is meant.
SENT = re.compile(r"\bonline shops?\b|\bdelivers\b|\bliefert\b")


def sends_goods(description: str) -> bool:
    """Whether it says that goods are sent to customers; "we do not ship" says that none are."""
    return any(not _NOT.search(said) for said in _clauses_online(description))


def _clauses_online(description: str) -> list[str]:
    """What precedes each such word in its sentence."""
    found = _ONLINE.finditer(description)
    return [re.split(r"[.!?;,]", description[: match.start()])[-1] for match in found]


def makes_to_order(description: str) -> bool:
    """Whether it says that things are made for one customer at a time."""
    return _TO_ORDER.search(description) is not None


def is_local_maker(profile: BrandProfile, offer: Offer, language: str) -> bool:
    """Whether a maker is looked for nearby: it makes to order, or does work for people as well."""
    if sends_goods(profile.description):
        return False
    more = offer.more_categories.evidence if offer.more_categories else ()
    own = [quote.text for quote in more if quote.source == DESCRIPTION]
    works = is_deed if language in SPOKEN else is_work
    return makes_to_order(profile.description) or any(works(text, language) for text in own)
