"""Descriptions in further languages: the noun phrase a text begins with, or says "we are" of.

Invariant: a phrase ends before the word that says for whom, where or with what; a sentence without
such a word is a slogan as likely as an offer, and gives nothing unless it says "we are" or "we
sell".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.phrases import Grammar

_END = r"[,;:.!?()–—|،؛؟]|\s-\s"
_VAGUE = word_set(
    "app software online web internet shop studio service services apoyo ayuda asesoramiento "
    "soluciones servicios agencia empresa aide conseil conseils accompagnement solutions agence "
    "entreprise servizi consulenza soluzioni azienda supporto oplossing diensten "
    "advies planning bedrijf apoio ajuda soluções serviços agência firma usługi pomoc "
    "rozwiązania doradztwo oplossingen"
)
_LONGEST_JAPANESE = 18  # letters
_NEVER = word_set("est es è is são jest ist est sont son sono zijn są")


# What is done to a thing is had as a service: who repairs bicycles sells no bicycles.
_DEEDS = {
    "répar": "réparation de {}",
    "lou": "location de {}",
    "nettoy": "nettoyage de {}",
    "install": "installation de {}",
    "restaur": "restauration de {}",
    "traduis": "traduction de {}",
    "repara": "reparación de {}",
    "alquila": "alquiler de {}",
    "limpia": "limpieza de {}",
    "instala": "instalación de {}",
    "restaura": "restauración de {}",
    "anticipa": "anticipo de {}",
    "ripar": "riparazione di {}",
    "affitt": "affitto di {}",
    "noleggi": "noleggio di {}",
    "pul": "pulizia di {}",
    "repareren": "reparatie van {}",
    "verhu": "verhuur van {}",
    "aluga": "aluguel de {}",
    "conserta": "conserto de {}",
}


def _done(thing: str, deed: str) -> str:
    """The deed before the thing: « réparation de vélos », « location d'ateliers »."""
    said = deed.format(thing[:1].lower() + thing[1:])
    elided = re.sub(r"^(\w+ation|nettoyage) de (?=[aeiouyéèêh])", r"\1 d'", said)
    return elided


def _grammar(
    lead: str, makes: str, stop: str, articles: str, joins: str, audience: str, verbs: str
) -> Grammar:
    return Grammar(
        lead=rf"^(?:{lead})\s+(?:{articles})?",
        makes=rf"^(?P<verb>{makes})\s+(?:{articles})?",
        deeds=_DEEDS,
        done=_done,
        stop=re.compile(rf"\s+(?:{stop})(?!\w)|{_END}", re.IGNORECASE),
        generic=frozenset(),
        vague=_VAGUE,
        no_start=frozenset(),
        never=_NEVER,
        articles=re.compile(rf"^(?:{articles})", re.IGNORECASE),
        joins=re.compile(rf"\s+(?:{joins})\s+", re.IGNORECASE),
        audience=re.compile(rf"(?<!\w)(?:{audience})\s+([^,.;:!?()]{{4,80}})", re.IGNORECASE),
        verbs=re.compile(verbs, re.IGNORECASE),
        purpose=re.compile(
            rf"^\s+(?P<by>{audience})\s+(?P<whom>(?!(?:tous|toutes|todos|todo|tutti|iedereen|todas|"
            r"tod[oa]s?|ti|usted|vous|votre|vos|nous|tu|sua|voi|u|jou|jouw|wszystkich|ciebie)\b)"
            r"[^\W\d_][^,.;:!?()–—|]*)",
            re.IGNORECASE,
        ),
        preposition=audience,
    )


GRAMMARS: Mapping[str, Grammar] = {
    "fr": _grammar(
        lead="nous sommes|{name} est|c['’]est",
        makes=(
            "(?:nous|{name}) (?:fabri|vend|propos|cré|con[çc]|répar|lou|organis|"
            "produi|offr|nettoy|install|restaur|traduis)\\w*"
        ),
        stop="pour|à|au|aux|en|dans|avec|sans|chez|sur|par|qui|que|dont|depuis|près|spécialisée?s?",
        articles="une? |des |les? |la |l['’]|du |de la |notre |nos |votre |vos ",
        joins="et|ou|&",
        audience="pour",
        verbs=r"(?:aid|accompagn|propos|fabriqu|cré|offr|vend|conseill|form|imagin|rend|"
        r"simplifi|transform|repens|redonn|facilit|révél|ten)ons$|\w+ez$|(?:révél|osez|trouv|découvr|plus|moins|votre|vos|notre|nos|ensemble|parce)\w*$",
    ),
    "es": _grammar(
        lead="somos|{name} es",
        makes=(
            "(?:{name} )?(?:fabrica|vende|ofrece|hace|crea|repara|alquila|produce|"
            "limpia|instala|restaura|anticipa)(?:mos)?"
        ),
        stop="para|en|con|sin|a|al|por|que|desde|hasta|cerca|especializad[oa]s?|hech[oa]s?",
        articles="una? |unos |unas |el |la |los |las |nuestr[oa]s? |tus? |sus? ",
        joins="y|e|o|&",
        audience="para",
        verbs=r"\w+(?:amos|emos|imos)$|(?:encuentra|descubre|renta|guarda|más|menos|todo|tu|tus)$",
    ),
    "it": _grammar(
        lead="siamo|{name} è",
        makes=(
            "(?:{name} )?(?:produc|vend|offr|cre|ripar|affitt|noleggi|pul|restaur|"
            "organizz|realizz|prepar)\\w*"
        ),
        stop="per|a|ad|in|con|senza|da|dal|dalla|dalle|dai|dagli|che|nel|nella|nelle|nei|presso|su|sul|sulla|vicino|specializzat[oaie]",
        articles="uno? |una |un['’]|il |lo |la |i |gli |le |l['’]|nostr[oaie] |dei |delle |degli ",
        joins="e|ed|o|&",
        audience="per",
        verbs=r"\w+iamo$|(?:trova|scopri|più|meno|tutto|il|la|tuo|tua)$",
    ),
    "nl": _grammar(
        lead="wij zijn|we zijn|{name} is|ik ben",
        makes="(?:wij|we|{name}) (?:mak|verko|bied|lever|bouw|verhu|repar|organis|produc)\\w*",
        stop="voor|in|met|zonder|op|bij|aan|van|uit|die|dat|sinds|naar|om|vanaf|rond",
        articles="een |de |het |onze |ons |jouw |uw ",
        joins="en|of|&",
        audience="voor",
        verbs=r"(?:vind|ontdek|meer|minder|alles|jouw|uw|samen|wij|we|ons)$",
    ),
    "pt": _grammar(
        lead="somos|{name} é",
        makes=(
            "(?:{name} )?(?:fabrica|vende|oferece|faze|cria|repara|aluga|conserta|produz)(?:mos)?"
        ),
        stop=("para|em|no|na|nos|nas|com|sem|a|ao|por|que|desde|até|perto|especializad[oa]s?"),
        articles="uma? |uns |umas |os? |as? |noss[oa]s? |seus? |suas? ",
        joins="e|ou|&",
        audience="para",
        verbs=r"\w+(?:amos|emos|imos)$|(?:encontre|descubra|mais|menos|tudo|seu|sua)$",
    ),
    "pl": _grammar(
        lead="jesteśmy|{name} to",
        makes="(?:{name} )?(?:produkuj|sprzedaj|oferuj|robi|tworzy|napraw|wynajm|organizuj)\\w*",
        stop="dla|w|we|z|ze|na|do|od|przy|bez|który|która|które|koło|pod|po|przez|nad",
        articles="nasz[ae]? |twoje ",
        joins="i|oraz|lub|albo",
        audience="dla",
        verbs=r"\w+(?:emy|imy|amy|ymy)$|(?:znajdź|odkryj|więcej|mniej|wszystko|twój|twoja|razem)$",
    ),
    "ar": _grammar(
        lead="نحن|{name} هو|{name} هي",
        makes="(?:نقدم|نبيع|نصنع|نوفر|ننظم|نؤجر)",
        stop="في|مع|من|إلى|على|عن|التي|الذي|بدون|حتى|قرب|لل\\w+|بال\\w+",
        articles="",
        joins="أو|&",
        audience="من أجل",
        verbs=r"(?:ن\w+|اكتشف\w*|معا|كل|أفضل)$",
    ),
}


def japanese_phrase(text: str) -> list[str]:
    """The noun that ends the first sentence: 「横浜の相続専門の税理士法人。」 gives 税理士法人."""
    first = re.split(r"[。！？!?\n]", text.strip())[0]
    first = re.split(r"[、,]", first)[0]
    first = re.sub(r"(?:です|である|を(?:提供|販売|製造|運営).*|専門)$", "", first.strip())
    if not first or re.search(r"[うくすつぬむるぐぶいたて]$", first):
        return []
    if "のための" in first and len(first) <= _LONGEST_JAPANESE:
        return [first]  # for whom or what it is belongs to it
    parts = first.split("の")
    noun = parts[-1] if len(parts[-1]) > 2 or len(parts) == 1 else "の".join(parts[-2:])
    return [noun] if len(parts) > 1 and 2 <= len(noun) <= 16 else []
