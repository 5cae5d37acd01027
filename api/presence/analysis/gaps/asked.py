"""Determines which facts a question asks for explicitly: price, opening hours, place, deadline.

Invariant: a question that names no kind of fact asks for none.
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.language import base_language
from presence.analysis.types.results import StatedFact

_ASKED: Final[dict[str, dict[StatedFact, str]]] = {
    "en": {
        "price": r"pric\w+|costs?(?! (?:no money|nothing))|fees?|cheap\w*|affordable|budget|"
        r"how much|charge[sd]?|"
        r"under [$£€]?\d+",
        "hours": r"open(?:ing)? (?:hours|on|at|late|today|now)|saturdays?|sundays?|"
        r"(?:on|at|over) (?:the )?weekends?|"
        r"evenings?|what time",
        "place": r"near (?:me|by|here)|nearest|where (?:is|are)|in my area",
        "proof": r"reviews?|rated|ratings?|reputable|trust\w*|reliable|accredited|certified|"
        r"qualified|experienced|complaints?",
        "comparison": r"vs\.?|versus|compar\w+|difference between|better than|alternatives?|"
        r"instead of",
        "conditions": r"eligib\w+|qualify|am i entitled|(?<=[.?!,] )(?:can|may|must) i|^(?:can|may|"
        r"must) i|^do i (?:need|have) to|(?<=[.?!,] )do i (?:need|have) to|"
        r"is it (?:legal|fair|allowed)|"
        r"requirements?|notice period",
        "numbers": r"how (?:long|many|often|soon|fast)",
        "date": r"latest|newest|this year|right now|20[2-4]\d",
    },
    "de": {
        "price": r"preis\w*|kost\w+(?! (?:nichts|kein))|gebühr\w*|günstig\w*|billig\w*|"
        r"bezahlbar\w*|wie ?viel|honorar\w*|"
        r"unter \d+ euro",
        "hours": r"geöffnet|öffnungszeit\w*|samstags?|sonntags?|am wochenende|"
        r"abends|um wie viel uhr",
        "place": r"in (?:meiner|der) nähe|wo (?:ist|sind|liegt)|nächste[rs]?",
        "proof": r"bewertung\w*|erfahrung\w*|seriös\w*|zuverlässig\w*|vertrau\w+|zertifiziert\w*|"
        r"empfehlenswert\w*",
        "comparison": r"vergleich\w*|unterschied\w*|besser als|alternativen?|statt",
        "conditions": r"anspruch|voraussetzung\w*|frist\w*|"
        r"(?<=[.?!,] )(?:kann|darf|muss|brauche) ich|^(?:kann|darf|muss|brauche) ich",
        "numbers": r"wie (?:lange|viele|oft|schnell)",
        "date": r"aktuell\w*|neueste[rn]?|dieses jahr|derzeit|20[2-4]\d",
    },
    "fr": {
        "price": r"prix|coût\w*|tarifs?|combien|budget|pas cher\w*",
        "hours": r"ouvert\w*|horaires?|(?:le |du )?(?:samedi|dimanche)",
        "proof": r"avis|fiable|confiance|certifié\w*",
    },
    "es": {
        "price": r"precios?|cuesta\w*|cuánto (?:cuesta|vale)|barat\w+|tarifas?|económic\w+",
        "hours": r"abiert[oa]s?|horarios?|sábados?|domingos?",
        "proof": r"opiniones|confianza|fama|certificad\w+",
    },
    "it": {
        "price": r"prezz\w+|costa|costano|quanto (?:costa|si spende)|tariff\w+|economic\w+",
        "hours": r"apert[oaie]|orari\w*|domenica|sabato",
        "proof": r"recensioni|affidabil\w+|fidarmi|certificat\w+",
    },
    "nl": {
        "price": r"prijs|prijzen|kosten|kost|tarie\w+|goedko\w+",
        "hours": r"openingstijden|zaterdag|zondag|'s avonds",
        "proof": r"beoordelingen|betrouwbaar\w*|ervaringen|gecertificeerd\w*",
    },
}
_PATTERNS: Final = {
    language: {
        fact: re.compile(rf"\b(?:{pattern})(?!\w)", re.IGNORECASE)
        for fact, pattern in facts.items()
    }
    for language, facts in _ASKED.items()
}


# Words that only phrase a question, whatever it is about.
_FRAME: Final = {
    "en": r"best|good|better|great|top|recommend\w*|suggest\w*|choos\w+|choice|worth|paying|pay|"
    r"find|"
    r"look(?:ing)? for|want|need|help|should|would|people|somebody|someone|company|companies|"
    r"provider\w*|simpler|really|before|after|know|offer\w*|make|mistakes?|much|many|value|money|"
    r"reputation|quality|expensive|fair|start|speak|known|contact|name|few|had|bad|does|well|turn",
    "de": r"beste[rnsm]?|gute[rnsm]?|empfehl\w*|empfiehl\w*|wähl\w*|lohn\w*|find\w*|such\w*|"
    r"brauch\w*|"
    r"hilf\w*|helfen|sollte\w*|anbieter\w*|unternehmen|firm(?:a|en)|wissen|kenn\w*|bieten|worauf|"
    r"achten|bekannt|wende|geld|wert|wenig|teure?|ruf|qualität",
}
_FRAMES: Final = {
    key: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for key, words in _FRAME.items()
}


def subject_of(question: str, language: str) -> str:
    """The question without its question words and without the kind of fact it asks for."""
    base = base_language(language)
    rest = _FRAMES[base].sub(" ", question) if base in _FRAMES else question
    for pattern in _PATTERNS.get(base, {}).values():
        rest = pattern.sub(" ", rest)
    return rest


def asked_facts(question: str, language: str) -> frozenset[StatedFact]:
    """The kinds of fact a question asks for; falls back to English words for other languages."""
    patterns = _PATTERNS.get(base_language(language), _PATTERNS["en"])
    return frozenset(fact for fact, pattern in patterns.items() if pattern.search(question))
