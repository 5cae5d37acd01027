"""What a question is about: its content terms, without the words every question is made of.

Invariant: never empty for a question that has any content word.
"""

from __future__ import annotations

from presence.analysis.language import base_language, stem, stop_words, terms, words

_ASKING = {
    "en": """best good better great top leading main popular recommend recommended recommendation
    suggest suggestion option options choice choices choose choosing pick company companies brand
    brands provider providers name names list offer offers sell sells find look looking need needs
    want help compare compared comparison difference differences differ leading alternative
    alternatives shortlist belong worth money buy buying pay paying cost costs price prices charge
    fair much expect budget value review reviews rated rate rank highest customers people right now
    moment these days know known trust rely hard happy unhappy current switch replace start started
    point spend spending matter matters decide judge quality sign signs tell check expert experts
    really quick question answer short way important high-quality high different suit suits set
    apart reason enough keep disappointed gets explain solution product products service services
    other others thing""",
    "de": """beste besten bester empfehlen empfehlenswert empfiehlst empfohlen anbieter unternehmen
    firma firmen marke marken suche suchen finde finden möglichkeiten adressen nenne liste gute
    guten gut vergleichen vergleiche unterscheiden unterscheidet unterschiede führenden bekannt
    bekannten bewertungen bewertet bewerten kunden preis preise qualität kosten alternativen
    wechseln unzufrieden vertrauen zuverlässig auswahl auswählen wichtig achten wert geld bieten
    bietet anbieten eignen hilft hilfe lösung vorschlagen schlägst""",
    "fr": """meilleur meilleure meilleurs meilleures recommandez recommandez-vous recommander offre
    offres entreprise entreprises marque marques fournisseur fournisseurs liste trouver cherche
    options comparer comparent comparez différences diffèrent avis clients prix qualité budget coûte
    alternatives alternative choix choisir actuel confiance fiable matière critères comptent
    conseillez conseillez-vous proposez principaux principales bonne bonnes adresse""",
    "es": """mejor mejores recomiendas recomienda recomiendan empresa empresas marca marcas opción
    opciones busco encuentro lista ofrecen ofrece oferta comparar compara comparan diferencias
    diferencian reseñas clientes precio precios calidad presupuesto alternativas actual confiar
    confianza fiable elegir elijo criterios importan conviene principales buena buen""",
}
_STEMS = {
    language: frozenset(stem(word, language) for word in words(text))
    for language, text in _ASKING.items()
}


def query_terms(question: str, locale: str) -> list[str]:
    """Content stems in order; question words are dropped unless nothing else is left."""
    language = base_language(locale)
    asking = _STEMS.get(language, _STEMS["en"])
    found = terms(question, language)
    return [term for term in found if term not in asking] or found


def sub_query(question: str, locale: str) -> str:
    """The keyword form of a question, in its own spelling: what the retrieval searched for."""
    language = base_language(locale)
    asking = _STEMS.get(language, _STEMS["en"])
    stops = stop_words(language)
    kept = [w for w in words(question) if w not in stops and stem(w, language) not in asking]
    return " ".join(kept) or " ".join(words(question))
