"""A single ware as a noun for questions: its article, its plural, whether it is done or bought.

Invariant: a ware has a known number, or is used where number does not show; what may be a name
yields nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from presence.analysis.language.english_nouns import (
    head_of,
    is_mass,
    is_name_word,
    is_plural,
    plural,
    singular,
)
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.categories import catalogue
from presence.analysis.panel.german_nouns import german_noun, is_singular
from presence.analysis.panel.own_words import WORK
from presence.analysis.panel.qualified import split_tail
from presence.analysis.panel.sentences import Manner, article
from presence.analysis.types.offer import OfferKind

_UNCOUNTED = re.compile(
    r"(?:ing|therapy|ology|ness|ware|ship|care|graphy|ment|tion|sion|ance|ence|ity|sis|hire|repair|"
    r"rental|removal|renewal|disposal|law|advice|help|relief|planning|work|storage)$"
)
# Heads that have a plural although the catalogue does not name them.
_COUNTABLE = word_set(
    "string ring earring wing spring ceiling building painting wedding sling swing bearing awning "
    "service lesson session course class workshop tour ticket treatment massage haircut "
    "facial consultation assessment appointment membership pass package set kit box hamper "
    "bundle subscription bag mug bowl plate table chair lamp cushion blanket bike kayak canoe "
    "tent cabin room suite cottage yurt breakfast meal dish pizza burger cake loaf pie "
    "bouquet wreath ring necklace pendant portrait photo album print poster frame survey "
    "valuation report audit plan will deed lease contract trademark patent website logo "
    "campaign video podcast app tool template library dashboard calendar editor builder "
    "checker test check visit checkup crown implant denture filling boiler stove door window "
    "roof floor fence deck shed garden pond hedge tree pet dog cat horse pony party wedding "
    "birthday festival concert play show exhibition talk walk ride trip cruise charter jacket "
    "coat shirt dress scarf hat glove sock shoe boot belt wallet purse sail rope knife pan "
    "pot"
)
_DONE = re.compile(
    r"(?:ing|hire|rental|repairs?|lessons?|class(?:es)?|courses?|workshops?|service|servicing|parties|"
    r"sessions?|tours?|tastings?|retreats?|camps?|delivery|fitting|installation|valuation|catering|parties|"
    r"verleih|vermietung|reparaturen?|werkstatt|service|kurse?|workshops?|unterricht|führungen?|"
    r"reinigung|wartung|montage|beratung|reiten|feste|feiern|geburtstage)$",
    re.IGNORECASE,
)
_FAMILIES: Mapping[OfferKind, Manner] = {
    "product": "ware-bought",
    "shop": "ware-bought",
    "marketplace": "ware-bought",
    "software": "ware-had",
    "open-source": "ware-had",
    "hospitality": "ware-place",
    "non-profit": "ware-given",
    "public-body": "ware-given",
    "media": "ware-covered",
}
_GERMAN_UNCOUNTED = re.compile(r"(?:ung|heit|keit|tion|ion|pflege|hilfe|training)$")
_DETERMINED = re.compile(r"^(?:an?|the|our|eine?[rnsm]?|d(?:er|ie|as))\s+", re.IGNORECASE)
_OWN = re.compile(r"\b(?:own|our|eigene\w*|unsere\w*)\b", re.IGNORECASE)
_PLACES = re.compile(
    r"(?:praxis|praxen|klinik(?:en)?|schulen?|akademien?|agentur(?:en)?|kanzlei(?:en)?|häuser|"
    r"(?<!gewächs)(?<!ferien)(?<!holz)haus|hotels?|zentr(?:um|en)|institute?|büros?|studios?|restaurants?|"
    r"cafés?|bistros?|hallen?|vereine?|museen|museum|theater|bakery|bakeries|clinics?|practices?|"
    r"academy|academies|agency|agencies|bar|pub|kitchen)$",
    re.IGNORECASE,
)
_ANYWHERE = re.compile(r"\s+(?:online|nationwide|worldwide)$", re.IGNORECASE)
_MAY_BE_NAME = re.compile(r"(?!(?:[A-Z]-|\w*[A-Z]\w*[A-Z]))[A-Z][a-z]")
_PLAIN_END = re.compile(r"(?:ed|ing|ous|al|ful|less|able|ible|ic|y|er|or|ion|ment|s|ive|ent|ant)$")


@dataclass(frozen=True, slots=True)
class Ware:
    """One ware.

    `object` is its form after a verb, with an article if it takes one; `many` is its plural, or the
    mass noun, "" if neither is known for certain. One that is not `plain` by itself ("full
    service") is asked for together with its provider; one that is `treated` ("kitchen knife" at a
    grinder's) is only paid for.
    """

    object: str
    many: str
    manner: Manner
    plain: bool = True
    treated: bool = False

    def slots(self, language: str) -> Mapping[str, str]:
        """The slot values for sentences about it."""
        if language == "de":
            return {"ware": self.object, "many": self.many}
        several = is_plural(split_tail(self.many, "en")[0])
        return {"ware": self.object, "plural": self.many, "has": "have" if several else "has"}


def ware_of(text: str, kind: OfferKind | None, language: str) -> Ware | None:
    bare = _ANYWHERE.sub("", _DETERMINED.sub("", text.strip()))
    manner = _FAMILIES.get(kind, "ware-done") if kind else "ware-done"
    noun, tail = split_tail(bare, language)
    bare = noun if _OWN.search(tail) else bare  # "eggs from our own hens" are eggs
    if _PLACES.search(noun):
        return None  # names the seller, not the thing
    done = _DONE.search(noun) or (language == "en" and head_of(noun) in WORK)
    if manner in ("ware-bought", "ware-place") and done:
        manner = "ware-done"
    return _german(bare, manner) if language == "de" else _english(bare, manner)


def is_deed(text: str, language: str) -> bool:
    """Whether it is an activity rather than a thing that something is done to."""
    noun = split_tail(text, language)[0]
    if language == "de":
        return bool(_GERMAN_UNCOUNTED.search(noun) or _DONE.search(noun))
    parts = re.split(r"\s+(?:and|&)\s+", singular(noun))
    return bool(_DONE.search(noun)) or all(map(_is_uncounted, parts))


def _english(text: str, manner: Manner) -> Ware | None:
    text = _lowered(text)
    if _MAY_BE_NAME.match(text) and not is_name_word(text.split()[0]):
        return None
    noun, tail = split_tail(text, "en")
    after = f" {tail}" if tail else ""
    head = head_of(noun)
    if not re.fullmatch(r"[a-z][a-z'’-]+", head) or head in ("one", "two", "three", "four"):
        return None
    parts = re.split(r"\s+(?:and|&)\s+", noun)
    several = len(parts) > 1 and is_plural(parts[-1])  # "rent and permit reminders"
    if several or all(is_plural(part) or is_mass(part) or _is_uncounted(part) for part in parts):
        return Ware(text, text, manner)
    if head in _countable() and len(parts) == 1:
        many = f"{plural(noun)}{after}"
        return Ware(many if manner == "ware-bought" else f"{article(noun)} {text}", many, manner)
    return None


def _is_uncounted(noun: str) -> bool:
    head = head_of(noun)
    return head in WORK or (bool(_UNCOUNTED.search(head)) and head not in _countable())


def _lowered(text: str) -> str:
    """Remove capitals due to sentence start or heading style; names keep theirs."""
    first, *rest = text.split()
    return " ".join([_plainly(first, first=True), *(_plainly(word, first=False) for word in rest)])


def _plainly(word: str, *, first: bool) -> str:
    parts = word.split("-")
    if is_name_word(word) or any(part[1:] != part[1:].lower() for part in parts):
        return word
    known = all(is_frequent(part, "en") for part in parts)
    return word.lower() if known or (first and _PLAIN_END.search(parts[-1])) else word


@lru_cache(maxsize=1)
def _countable() -> frozenset[str]:
    """Heads that have a plural: those of the catalogue's names, and common ones."""
    known = (entry.wordings["en"] for entry in catalogue().values() if "en" in entry.wordings)
    heads = {head_of(wording.name) for wording in known if wording.plural}
    return frozenset(heads - {head for head in heads if is_mass(head)}) | _COUNTABLE


def _german(text: str, manner: Manner) -> Ware | None:
    noun, tail = split_tail(text, "de")
    *described, name = noun.split()
    described = [_uncapped(word, after) for word, after in pairwise((*described, name))]
    if not name[:1].isupper() or re.search(r"[^\w-]|\d", name) or name.endswith("schein"):
        return None
    if any(not _is_described(word) for word in described):
        return None
    before = f"{' '.join(described)} " if described else ""
    after = f" {tail}" if tail else ""
    found, several = german_noun(name)
    written = f"{before}{name}{after}"
    if found is None and manner == "ware-bought" and not tail and is_singular(name):
        return None  # its article is not known
    if found is None or several or not found.plural or any(map(_joins, described)):
        return Ware(written, written if several else "", manner)
    if _GERMAN_UNCOUNTED.search(name):
        return Ware(written, "", manner)
    many = f"{before}{found.plural}{after}"
    return Ware(many, many, manner)


def _joins(word: str) -> bool:
    return word in ("und", "&")


def _is_described(word: str) -> bool:
    """Whether it is an adjective that keeps its form after a verb, or a noun joined by „und“."""
    return _joins(word) or word[:1].isupper() or (word.islower() and word.endswith("e"))


def _uncapped(word: str, after: str) -> str:
    """„Manuelle“ before „Lymphdrainage“ without its capital; a noun before „und“ keeps its own.

    A word in another form before a noun is left to be rejected: „Mobiles Studio“.
    """
    if _joins(word) or _joins(after) or word.islower():
        return word
    return word.lower() if word.endswith("e") else "…"
