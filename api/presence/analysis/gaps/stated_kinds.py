"""Which kinds of fact a text states: price, numbers, conditions, comparison, place, hours, proof,
date.

Invariant: money, figures, hours and dates are told in any language; what only words tell is read
in English and German.
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.facts.amounts import AMOUNT
from presence.analysis.language import base_language
from presence.analysis.types.results import StatedFact

_PRICE = re.compile(
    rf"{AMOUNT}|[¥￥₹₩]\s?\d|\b\d[\d.,]*\s?(?:円|元|kr\b|zł|Kč|PLN|SEK|NOK|DKK|JPY)|\d円",
    re.IGNORECASE,
)
# Turnover, verdicts and funding are no prices.
_MILLIONS = re.compile(
    rf"(?:{AMOUNT}|\d[\d.,]*)\s?(?:million|billion|millionen|milliarden|mio\b|mrd\b|millions|millones)"
    r"[^.;\n]{0,12}",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"\b(?:free of charge|at no (?:charge|cost)|for free|kostenlos|kostenfrei|unentgeltlich|"
    r"gratuit\w*|gratis|gratuito|bezpłatn\w+)|無料",
    re.IGNORECASE,
)
_MONTHS: Final = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|"
    r"juli|"
    r"aug(?:ust)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
)
_DATE = re.compile(
    rf"\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{{1,2}}\.\s?\d{{1,2}}\.\s?(?:19|20)\d\d\b"
    rf"|\b(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s)?{_MONTHS}\.?\s(?:\d{{1,2}},?\s)?(?:19|20)\d\d\b"
    r"|\b(?:updated|as of|last reviewed|stand|aktualisiert am|zuletzt geprüft)\b:?\s.{0,20}\d{4}"
    r"|(?:19|20)\d\d年",
    re.IGNORECASE,
)
_HOURS = re.compile(
    r"\b\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.)(?!\w)"
    r"|\b(?:[01]?\d|2[0-4])[:.][0-5]\d\s?(?:[-–〜~]|to|bis|until)\s?(?:[01]?\d|2[0-4])[:.][0-5]\d"
    r"|\b\d{1,2}(?:[:.]\d\d)?\s?(?:uhr|h\d{0,2})\b|\bopening hours\b|\böffnungszeiten\b|\d時"
    r"|\bopen (?:24 hours|around the clock|every day|daily|on (?:week|sun|satur)days?)"
    r"|\b24/7\b|\brund um die uhr\b",
    re.IGNORECASE,
)
_STREET: Final = (
    r"\b\d{1,5}[a-z]?,? [A-Z][\w'’]+(?: [A-Z][\w'’]+){0,3} (?:Street|St|Road|Rd|Avenue|Ave|Lane|"
    r"Ln|"
    r"Drive|Square|Way|Place|Row|Terrace|Close|Court|Boulevard|Blvd|Quay)\b"
    r"|\b[A-ZÄÖÜ][\w.ß-]*(?:[Ss]traße|[Ss]trasse|str\.|weg|platz|allee|gasse|ufer|damm) \d{1,4}"
    r"|\b\d{5} [A-ZÄÖÜ][a-zäöüß]+"
)
_PLACE = re.compile(
    rf"{_STREET}|\b(?:(?:located|based|situated) (?:in|at|near)|headquartered in|serves?|serving|"
    r"minutes(?:'|’)? (?:walk )?from|liegt in|mit Sitz in|ansässig in|befindet sich in|"
    r"Gehminuten (?:von|vom)) (?:the |der |dem )?[A-ZÄÖÜ][\wäöüß]+"
)
_WORDED: Final[dict[str, dict[StatedFact, re.Pattern[str]]]] = {
    "en": {
        "conditions": re.compile(
            r"\b(?:eligib\w+|only if|provided that|as long as|on condition|subject to|at least|"
            r"minimum|at most|up to \d|unless|must (?:be|have)|you (?:need|qualify|must)|"
            r"if you (?:are|have|live|need|want|earn|run|work|employ)|notice period|time limit|"
            r"within \w+ (?:days?|weeks?|months?)|depend(?:s|ing) on|no minimum|cancel (?:any|at))",
            re.IGNORECASE,
        ),
        "comparison": re.compile(
            r"\b(?:compared (?:to|with)|in contrast|unlike|versus|vs\b|whereas|in comparison|"
            r"alternatives? to|(?:more|less|fewer) \w+ than|better suited|"
            r"(?:cheap|fast|long|short|strong|small|larg|bigg|easi|light|simpl|clos|great|low|high|"
            r"slow|quick|saf|old|new|bett)\w*er than|better than)\b",
            re.IGNORECASE,
        ),
        "proof": re.compile(
            r"\b(?:\d[.,]\d (?:out of 5|stars?|/ ?5)|(?:rated|rating of) \w*\s?\d|"
            r"(?:five|[45])[- ]star|"
            r"testimonials?|case stud(?:y|ies)|certifi(?:ed|cat\w+)|accredit\w+|"
            r"award(?:s|ed|-winning)?|(?:customer|client|patient|user|independent) reviews?|"
            r"\d[\d,.]* reviews?|iso \d{4,}|registered (?:with|by)|regulated by|members? of the|"
            r"trusted by|used by \d|references? (?:from|on request)|recognised by|ranked)",
            re.IGNORECASE,
        ),
    },
    "de": {
        "conditions": re.compile(
            r"\b(?:sofern|falls|voraussetzung\w*|nur wenn|vorausgesetzt|mindestens|höchstens|"
            r"abhängig von|je nach|frist\w*|innerhalb von \w+ (?:tagen|wochen|monaten)|"
            r"anspruch auf|berechtigt\w*|bedingung\w*|kündbar|mindestlaufzeit|wenn sie)\b",
            re.IGNORECASE,
        ),
        "comparison": re.compile(
            r"\b(?:im vergleich|im gegensatz|verglichen mit|gegenüber \w+|während|alternativen? zu|"
            r"anders als|(?:mehr|weniger) \w* ?als|(?:güns|billi|schnell|läng|kürz|stärk|klein|"
            r"größ|"
            r"einfach|leicht|hell|nied|höh|sich|bess)\w*er(?:e[snr]?)? als)\b",
            re.IGNORECASE,
        ),
        "proof": re.compile(
            r"\b(?:\d[.,]\d (?:sternen?|von 5)|zertifi\w+|akkreditiert\w*|auszeichnung\w*|"
            r"ausgezeichnet (?:mit|als|von|durch)|kundenstimmen|bewertet mit|"
            r"\d[\d.]* (?:bewertungen|rezensionen)|(?:kunden|patienten|google)-?bewertungen|"
            r"referenz(?:en|projekt\w*)|"
            r"(?:din|iso|en) \w* ?\d{4,}|tüv|geprüft (?:von|durch|nach)|mitglied (?:im|der|des)|"
            r"fachanw[aä]lt\w*|siegel|meisterbetrieb)\b",
            re.IGNORECASE,
        ),
    },
}
_ANY_PROOF = re.compile(
    r"\b\d[.,]\d\s?/\s?5\b|★|\biso \d{4,}"
    r"|\b\d[\d.,]*\s(?:avis|opiniones|reseñas|recensioni|beoordelingen|avaliações|opinii)\b"
    r"|(?:口コミ|評価|レビュー)\D{0,4}\d",
    re.IGNORECASE,
)
# How others rate a business is proof, not a figure it states about what it does.
_RATED = re.compile(
    r"\b\d[.,]\d\s?(?:/\s?5|out of 5|stars?|sternen?|von 5)|"
    r"\b\d[\d.,]*\s(?:(?:\w+\s)?reviews?|ratings?|bewertungen|rezensionen|avis|opiniones|reseñas|"
    r"recensioni|beoordelingen|avaliações|opinii)\b|(?:口コミ|評価|レビュー)\D{0,4}[\d.]+",
    re.IGNORECASE,
)
_MARKED: Final[dict[StatedFact, re.Pattern[str]]] = {
    "price": _PRICE,
    "hours": _HOURS,
    "date": _DATE,
    "place": _PLACE,
    "proof": _ANY_PROOF,
}
_NO_FIGURES = re.compile(
    r"\[\d+\]|(?:^|(?<=[\s]))\d{1,2}[.)](?=\s)|\b(?:19|20)\d\d\b|https?://\S+|\+?\d[\d ()/-]{7,}\d",
    re.MULTILINE,
)
_FIGURE = re.compile(r"(?<![\w.,])\d[\d.,]*(?!\d)")


def says_free(text: str) -> bool:
    """Whether a text says that nothing is charged: that answers what it costs."""
    return bool(_FREE.search(text))


def carried(text: str, language: str) -> frozenset[StatedFact]:
    """The kinds of fact a text states; `language` is a BCP 47 tag."""
    text = _MILLIONS.sub(" ", text)
    found = {fact for fact, pattern in _MARKED.items() if pattern.search(text)}
    worded = _WORDED.get(base_language(language), _WORDED["en"])
    found |= {fact for fact, pattern in worded.items() if pattern.search(text)}
    rest = text
    for pattern in (_PRICE, _DATE, _HOURS, _RATED, _NO_FIGURES):
        rest = pattern.sub(" ", rest)
    if _FIGURE.search(rest):
        found.add("numbers")
    return frozenset(found)
