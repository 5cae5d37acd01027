"""Loads the phrases and words that turn a naming into a denial, a warning, a judgement or a pick.

Invariant: NAME stands for the occurrence being read and OTHER for any other entity, so every
pattern speaks of this occurrence and no other; patterns and text are folded the same way.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.folding import without_marks
from presence.analysis.extraction.wordlists import sections

NAME: Final = "\ue010"
OTHER: Final = "\ue011"

# Cheap tests run before the phrases: without one of these no phrase of the family can match.
DENIAL_HINT: Final = re.compile(
    r"\b(?:no|not|never|any|little|zero|without|cannot|unable|failed|un\w+|absent|missing|nowhere|"
    r"omit\w*|exclud\w*|leaves? out|left out|insufficient|nothing|avoid|skip|beware|stay|steer|"
    r"warn\w*|watch|regret\w*|scam|mean|meant|refer\w*|could|might|may|assuming|few|hardly|second|"
    r"hard|wrong|nobody|none|evit\w*|meiden|vermeiden|vermijd|nao|non|ne|aucun\w*|keine?n?|kenne|"
    r"nicht\w*|geen|niet|nessun\w*|ningun\w*|nenhum\w*|unbekannt|не|нет)\b|n't|n'|[^\x00-\u0530]"
)
PICK_HINT: Final = re.compile(
    r"\b(?:recommend\w*|suggest|go|going|opt|choose|pick|try|consider|check|look|start|"
    r"favou?rite|winner|best|top|first|number|editor|is|are|was|remains|would|stands|comes|wins|"
    r"tops|takes|no|nothing|nobody|none|can't|cannot|recom\w*|empfehl\w*|conseille|consiglio|"
    r"raccomando|aanrader|raad|ist|est|es|e|рекоменд\w*|советую)\b|n't|[^\x00-\u0530]"
)
NOT_BETTER: Final = re.compile(
    r"(?:\b(?:no|nothing|nobody|none|few|hardly any|never|not)\b|n't\b)[^.;]{0,40}"
    r"\b(?:beats?|better (?:\w+ ){0,3}than|rivals?|match(?:es)?|compares? (?:to|with)|"
    r"come(?:s)? close to|tops?|outperforms?|surpass(?:es)?|wrong with|fault)\b"
)
COMPARE: Final = re.compile(
    r"\b(?:than|beats?|outperforms?|surpasses|outshines|trumps|ahead of|superior to|inferior to)\b"
)


def plain(text: str) -> str:
    """Decomposed text without any marks: the form phrases and judgement words are kept in."""
    if text.isascii():
        return text
    return without_marks(unicodedata.normalize("NFKD", text))


@lru_cache(maxsize=1)
def _phrases() -> dict[str, re.Pattern[str]]:
    compiled: dict[str, re.Pattern[str]] = {}
    for heading, lines in sections("phrases.txt").items():
        joined = "|".join(f"(?:{plain(line)})" for line in lines)
        spelled = joined.replace("{name}", NAME).replace("{other}", OTHER)
        compiled[heading] = re.compile(spelled)
    return compiled


def says(heading: str, clause: str) -> bool:
    """Whether a clause (plain, with NAME in place) matches a phrase under a heading."""
    return _phrases()[heading].search(clause) is not None


@lru_cache(maxsize=1)
def _words() -> dict[str, frozenset[str]]:
    return {
        heading: frozenset(plain(word) for line in lines for word in line.split())
        for heading, lines in sections("judgement_words.txt").items()
    }


def words(heading: str) -> frozenset[str]:
    """Judgement words under a heading of `judgement_words.txt`."""
    return _words()[heading]
