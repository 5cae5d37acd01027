"""How languages say what a company is, makes, costs, and where and since when it exists.

Invariant: for a language that is missing here `of` returns None and nothing is guessed; English
wordings are used for it only if the caller asks for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from presence.analysis.language import base_language

YEAR: Final = r"(?P<year>1[5-9]\d\d|20\d\d)(?!\d)"
CAPITAL: Final = r"[A-ZÀ-ÖØ-Þ][\w'’-]+"


@dataclass(frozen=True, slots=True)
class FactPatterns:
    """Regular expressions of one language; `we` and `verbs` are alternatives without groups.

    `alone` are verb forms that need no subject; `is_a` follows the name; `cut` ends a noun phrase;
    `place` and `founded` hold groups `place` and `year`; `since` is founding only in a sentence
    about the company itself.
    """

    we: str
    we_are: str
    alone: str
    is_a: str
    verbs: str
    cut: re.Pattern[str]
    lead: re.Pattern[str]
    joins: re.Pattern[str]
    place: re.Pattern[str]
    founded: re.Pattern[str]
    since: re.Pattern[str]
    start_at: re.Pattern[str]
    between: re.Pattern[str]
    costs: re.Pattern[str]
    aside: re.Pattern[str]
    negators: frozenset[str]


def _compiled(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_JOIN: Final = rf"(?:[ -](?:(?:upon|on|of|de|del|am|an der|sur|la|le|the|der|im)[ -])?{CAPITAL})"
_PLACE: Final = rf"(?P<place>{CAPITAL}{_JOIN}{{0,3}})"
_GERMAN_PLACE: Final = rf"(?P<place>{CAPITAL}(?: (?:am|an der|im|ob der) {CAPITAL})?)"


def _placing(cues: str, preposition: str, place: str) -> re.Pattern[str]:
    """Cues in any case, the place with its capital."""
    return re.compile(rf"(?i:{cues})(?:[^.;:!?\n]{{0,60}}?)\b(?i:{preposition}) (?:the )?{place}")


def _english() -> FactPatterns:
    return FactPatterns(
        we=r"we",
        we_are=r"we are an?|we're an?",
        alone=r"(?!)",
        is_a=r"(?:is|are|was|were)",
        verbs=r"(?:makes?|sells?|builds?|offers?|produces?|provides?|designs?|manufactures?|brews?|"
        r"bakes?|develops?|crafts?|grows?|rents?|repairs?|teach(?:es)?|publish(?:es)?|supplies|"
        r"supply|specialis[ez]s? in)",
        cut=_compiled(
            r"\s+(?:for|that|which|who|whose|in|from|with|based|located|founded|to|at|so|on|by|"
            r"since|where|when|while|because|using|made|headquartered|established|per|as|near|"
            r"within|of the|but|serving|offering|under|through)\b|[.;:!?()\[\]–—|\n]|\s-\s"
        ),
        lead=_compiled(
            r"^(?:an?|the|our|your|one of the|some of the|all kinds of|a range of|a wide range of|"
            r"various|also|mainly|only|leading|best|award-winning|independent|family-run|"
            r"family-owned|small|new|modern|great|top|popular|well-known|well-established|"
            r"british|american|german|french|spanish|european|uk-based|us-based)\s+"
        ),
        joins=_compiled(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|&|or|as well as)\s+"),
        place=_placing(
            r"\b(?:based|headquartered|headquarters|located|situated|workshop|studio|factory|office|"
            r"made|makes?|built|builds?|founded|company|shop|brewery|bakery|roastery|"
            r"manufactured|handmade|hand-made|from our|maker|brand|business|firm|start-?up)\b",
            r"in|near|out of",
            _PLACE,
        ),
        founded=_compiled(
            r"\b(?:founded|established|incorporated|set up|est\b\.?|dat(?:es|ing) back to|formed|"
            rf"foundation|founding)(?:\W+\w+){{0,6}}?\W+{YEAR}"
        ),
        since=_compiled(
            r"\b(?:since|started|launched|opened|began|created|started out|in business since)"
            rf"(?:\W+\w+){{0,4}}?\W+{YEAR}"
        ),
        start_at=_compiled(r"\b(?:from|starts? (?:at|from)|starting (?:at|from)|as little as)\W*$"),
        between=_compiled(r"^\W*(?:and|to|-|–|—|up to)\W*$"),
        costs=_compiled(
            r"\b(?:costs?|prices?|priced|pricing|from|pay|fees?|subscription|plans?)\b"
        ),
        aside=_compiled(
            r"\b(?:deliver\w*|shipping|postage|returns?|deposit|refunds?|save|saves|saving|off|"
            r"discount|adds?|each further|above|below|sample)\b"
        ),
        negators=frozenset({"not", "no", "never", "without", "neither", "nor", "cannot", "longer"}),
    )


def _german() -> FactPatterns:
    return FactPatterns(
        we=r"wir",
        we_are=r"wir sind eine?",
        alone=r"(?!)",
        is_a=r"(?:ist|sind|war)",
        verbs=r"(?:fertigt|fertigen|baut|bauen|verkauft|verkaufen|bietet|bieten|produziert|"
        r"produzieren|stellt|stellen|entwickelt|entwickeln|entwirft|braut|backt|röstet|vermietet)",
        cut=_compiled(
            r"\s+(?:für|die|der|das|welche|in|aus|mit|im|seit|zu|an|auf|bei|von|vom|wo|wenn|damit|"
            r"nach|ohne|her|aus|über|unter)\b|,\s+(?:die|der|das|wo|damit)\b|[.;:!?()\[\]–—|\n]"
        ),
        lead=_compiled(
            r"^(?:ein(?:e|en|er|em)?|der|die|das|unsere?n?|eine der \w+|kleine[sr]?)\s+"
        ),
        joins=_compiled(r"\s*,\s*(?:und\s+)?|\s+(?:und|oder|sowie|&)\s+"),
        place=_placing(
            r"mit Sitz|Sitz|ansässig|Werkstatt|Manufaktur|gegründet|Firma|Unternehmen|Hersteller|"
            r"Brauerei|Bäckerei|Rösterei|hergestellt|gefertigt",
            r"in|aus",
            _GERMAN_PLACE,
        ),
        founded=_compiled(
            rf"\b(?:gegründet|Gründung|Gründungsjahr|entstand)(?:\W+\w+){{0,5}}?\W+{YEAR}|"
            rf"{YEAR.replace('year', 'early')}(?:\W+\w+){{0,4}}?\W+gegründet"
        ),
        since=_compiled(rf"\b(?:seit|startete|eröffnet)(?:\W+\w+){{0,3}}?\W+{YEAR}"),
        start_at=_compiled(r"\b(?:ab|schon ab|beginnen bei|beginnt bei)\W*$"),
        between=_compiled(r"^\W*(?:und|bis|-|–|—)\W*$"),
        costs=_compiled(r"\b(?:kostet|kosten|preise?|ab|gebühr|abo)\b"),
        aside=_compiled(
            r"\b(?:liefer\w*|versand\w*|rückgabe|anzahlung|spar\w*|rabatt|zuschlag|über)\b"
        ),
        negators=frozenset({"nicht", "kein", "keine", "keinen", "keiner", "nie", "ohne", "weder"}),
    )


def _french() -> FactPatterns:
    return FactPatterns(
        we=r"nous",
        we_are=r"nous sommes une?",
        alone=r"(?!)",
        is_a=r"(?:est|sont|était)",
        verbs=r"(?:fabriqu(?:e|ons)|vend(?:ons)?|propos(?:e|ons)|produi(?:t|sons)|conçoi(?:t|vons)|"
        r"offr(?:e|ons)|développ(?:e|ons)|constru(?:it|isons)|torréfi(?:e|ons))",
        cut=_compiled(
            r"\s+(?:pour|qui|que|dont|dans|à|en|avec|depuis|sur|par|où|basée?s?|situé\w*|fondé\w*|"
            r"destiné\w*|sans|chez)\b|[.;:!?()\[\]–—|\n]"
        ),
        lead=_compiled(r"^(?:une?|des|les?|la|l['’]|nos|notre|du|de la|d['’]|petite?|jeune)\s*"),
        joins=_compiled(r"\s*,\s*(?:et\s+)?|\s+(?:et|ou|ainsi que|&)\s+"),
        place=_placing(
            r"basée?s?|installée?s?|située?s?|siège|atelier|fabriqu\w+|fondée?|entreprise|"
            r"brasserie|boulangerie|marque|maison",
            r"à|au|en|près de",
            _PLACE,
        ),
        founded=_compiled(rf"\b(?:fondée?|créée?|fondation|lancée?)(?:\W+\w+){{0,5}}?\W+{YEAR}"),
        since=_compiled(rf"\b(?:depuis)(?:\W+\w+){{0,3}}?\W+{YEAR}"),
        start_at=_compiled(r"\b(?:à partir de|dès|commence\w* à)\W*$"),
        between=_compiled(r"^\W*(?:et|à|-|–|—)\W*$"),
        costs=_compiled(r"\b(?:coûte\w*|prix|tarifs?|dès|partir|abonnement)\b"),
        aside=_compiled(
            r"\b(?:livr\w*|frais de port|expédi\w*|retours?|acompte|économis\w*|remise)\b"
        ),
        negators=frozenset({"ne", "n", "pas", "jamais", "sans", "aucun", "aucune", "ni"}),
    )


def _spanish() -> FactPatterns:
    return FactPatterns(
        we=r"(?:nosotros|en nuestro taller)",
        we_are=r"somos una?",
        alone=r"(?:elaboramos|fabricamos|vendemos|ofrecemos|producimos|diseñamos|hacemos|"
        r"desarrollamos|construimos)",
        is_a=r"(?:es|son|era)",
        verbs=r"(?:fabrica(?:mos)?|vende(?:mos)?|ofrece(?:mos)?|produce|producimos|diseña(?:mos)?|"
        r"hace(?:mos)?|desarrolla(?:mos)?|elabora(?:mos)?|construye|construimos)",
        cut=_compiled(
            r"\s+(?:para|que|quien|en|con|desde|por|donde|cuando|sin|a|hech[oa]s?|con sede|"
            r"ubicad\w+|fundad\w+)\b|[.;:!?()\[\]–—|\n]"
        ),
        lead=_compiled(r"^(?:una?|unos|unas|el|la|los|las|nuestr[oa]s?|pequeñ[oa]s?)\s+"),
        joins=_compiled(r"\s*,\s*(?:y\s+)?|\s+(?:y|e|o|así como|&)\s+"),
        place=_placing(
            r"con sede|sede|ubicad[oa]s?|taller|fabricad\w+|fabricamos|fundad[oa]|empresa|"
            r"marca|cervecería|panadería",
            r"en|cerca de",
            _PLACE,
        ),
        founded=_compiled(
            rf"\b(?:fundad[oa]|fundó|creada|fundación|establecid[oa])(?:\W+\w+){{0,5}}?\W+{YEAR}"
        ),
        since=_compiled(rf"\b(?:desde)(?:\W+\w+){{0,3}}?\W+{YEAR}"),
        start_at=_compiled(r"\b(?:desde|a partir de|empieza\w* en)\W*$"),
        between=_compiled(r"^\W*(?:y|a|hasta|-|–|—)\W*$"),
        costs=_compiled(r"\b(?:cuestan?|precios?|desde|tarifas?|suscripción)\b"),
        aside=_compiled(r"\b(?:env[ií]\w*|entrega\w*|devoluci\w*|ahorr\w*|descuento)\b"),
        negators=frozenset({"no", "nunca", "sin", "ni", "tampoco", "jamás"}),
    )


_MADE: Final = {"en": _english, "de": _german, "fr": _french, "es": _spanish}


@lru_cache(maxsize=1)
def english() -> FactPatterns:
    """The wordings that answers fall back on."""
    return _english()


@lru_cache(maxsize=8)
def of(language: str) -> FactPatterns | None:
    """Wordings of a language, or None where there are none."""
    make = _MADE.get(base_language(language))
    return None if make is None else make()
