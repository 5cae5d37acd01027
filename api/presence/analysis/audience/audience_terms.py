"""Content words of a stated audience, without the words common to every such description.

Invariant: what remains says who they are or what they need; "people who want" says neither.
"""

from __future__ import annotations

from presence.analysis.language import base_language, stem, terms
from presence.analysis.language.stopwords import word_set

_GENERIC = {
    "en": word_set(
        """want wants wanting need needs needing look looks looking seek seeking search searching
        people person persons someone anyone customers customer clients client users user audience
        buyers buyer folks individuals care value prefer like love enjoy interested our target
        mainly mostly primarily aged years old"""
    ),
    "de": word_set(
        """suchen sucht brauchen braucht möchten wollen wünschen leute menschen personen kunden
        kundinnen zielgruppe nutzer käufer interessieren interessiert vor allem alter jahre"""
    ),
    "fr": word_set(
        """veulent cherchent recherchent souhaitent besoin gens personnes clients clientes public
        cible acheteurs utilisateurs intéressés âgés ans surtout"""
    ),
    "es": word_set(
        """quieren buscan necesitan desean valoran gente personas clientes público objetivo
        compradores usuarios interesados interesadas años sobre todo"""
    ),
}


def audience_terms(text: str, language: str) -> list[str]:
    """Stems that distinguish this audience from others; all stems if none would remain."""
    base = base_language(language)
    generic = {stem(word, base) for word in _GENERIC.get(base, _GENERIC["en"])}
    found = terms(text, base)
    return [term for term in found if term not in generic] or found
