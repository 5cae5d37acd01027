"""The little English morphology that questions need: number of a noun phrase, its plural.

Invariant: total functions; an unknown word is treated as a regular noun.
"""

from __future__ import annotations

import re

from presence.analysis.language.stopwords import word_set

# Peoples, tongues, days and months keep their capital anywhere: "Swedish paint".
_NAMES = re.compile(
    r"(?:(?:Brit|Ir|Pol|Swed|Dan|Finn|Turk|Span|Scott|Engl|Jew|Corn|Kurd|Flem)ish|"
    r"(?!Cheese|Geese)[A-Z]\w+ese|(?!\w*(?:ician|itian)|Vegetarian|Librarian|Pedestrian|Guardian|"
    r"Veterinarian|Custodian|Comedian|Historian)[A-Z]\w+ian|French|German|Dutch|Greek|Swiss|Czech|"
    r"Thai|Welsh|Arabic|Hebrew|Latin|American|Mexican|African|European|Korean|Punjabi|Bengali|"
    r"Gujarati|Nepali|Pakistani|Israeli|Iraqi|Somali|Hindi|Urdu|Gaelic|Christmas|Easter|Halloween|"
    r"Montessori|Waldorf|Steiner|Tudor|Gothic|Celtic|Nordic|January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?"
)
_PLURALS = {
    "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet",
    "tooth": "teeth", "mouse": "mice", "goose": "geese", "knife": "knives", "shelf": "shelves",
    "hoof": "hooves", "thesis": "theses",
    "loaf": "loaves", "leaf": "leaves", "scarf": "scarves", "wife": "wives", "life": "lives",
    "half": "halves", "wolf": "wolves", "calf": "calves", "safari": "safaris", "taxi": "taxis",
    "ski": "skis", "kiwi": "kiwis", "bikini": "bikinis", "sari": "saris", "yogi": "yogis",
    "tipi": "tipis", "alibi": "alibis", "mini": "minis", "wiki": "wikis", "chilli": "chillis",
    "salami": "salamis", "bonsai": "bonsais", "jacuzzi": "jacuzzis", "martini": "martinis",
}  # fmt: skip
_SINGULARS = {plural: single for single, plural in _PLURALS.items()} | {"movies": "movie"}
_PLURAL_FORMS = frozenset(_PLURALS.values())
_SINGULAR_S = word_set(
    "news analytics logistics economics mathematics physics ethics politics genetics gymnastics "
    "robotics canvas gas bus lens atlas virus bonus status focus campus census christmas yes "
    "chess access process business fitness wellness express aerobics acoustics hospice"
)
_MASS = word_set(
    "software hardware coffee tea bread milk water wine beer food meat fish rice sugar flour "
    "furniture equipment clothing footwear jewellery jewelry gear luggage housing insurance "
    "advice support representation research training coaching consulting accounting bookkeeping "
    "marketing "
    "advertising hosting storage security maintenance delivery shipping payroll finance banking "
    "healthcare care education tuition nutrition therapy catering cleaning gardening landscaping "
    "plumbing roofing painting plastering carpentry photography design architecture engineering "
    "music art literature wool cotton leather silk linen wood steel glass paper plastic concrete "
    "energy electricity power gas oil fuel heating cooling lighting ventilation insulation "
    "management planning scheduling invoicing billing tracking reporting monitoring analytics "
    "automation collaboration productivity compliance privacy data information content traffic "
    "travel tourism accommodation transport storage parking recruitment translation knitting "
    "yoga pilates fitness honey chocolate cheese butter pasta yarn fabric pottery stationery "
    "packaging printing recycling composting compost soil mulch feed bedding skincare makeup "
    "beef pork lamb venison poultry seafood sourdough granola marmalade jam cider gin whisky "
    "firewood timber clay plaster lime stone slate gravel sand bouldering climbing parking "
    "cosmetics haircare medicine dentistry surgery physiotherapy mathematics english german "
    "asparagus rhubarb seaweed kelp spinach garlic ginger turmeric saffron kale lettuce produce "
    "mead bacon mutton salt hay straw haylage silage charcoal kindling manure syrup vinegar wheat "
    "barley rye "
    "french spanish history prep science e-commerce ecommerce seo"
)


_LAST_LATIN = "\u024f"  # last letter of Latin Extended-B


def is_name_word(word: str) -> bool:
    """Whether a word is a name wherever it stands: "Swedish", "Americans", "Monday"."""
    return _NAMES.fullmatch(word) is not None


def head_of(phrase: str) -> str:
    """The last word, lower case: the noun an English phrase is about."""
    return phrase.split()[-1].lower() if phrase.split() else ""


def is_plural(phrase: str) -> bool:
    """Whether the head of a phrase reads as plural."""
    head = head_of(phrase)
    if head in _PLURAL_FORMS:
        return True
    return head.endswith("s") and not head.endswith(("ss", "us", "is")) and head not in _SINGULAR_S


def is_mass(phrase: str) -> bool:
    """Whether the head is known to have no plural in ordinary use."""
    return head_of(phrase) in _MASS


def plural(phrase: str) -> str:
    """The phrase with its head in the plural; unchanged when it already is."""
    if not phrase or is_plural(phrase):
        return phrase
    *before, head = phrase.split(" ")
    return " ".join([*before, _plural_word(head)])


def singular(phrase: str) -> str:
    """The phrase with its head in the singular; unchanged when it is no plural."""
    if not is_plural(phrase):
        return phrase
    *before, head = phrase.split(" ")
    return " ".join([*before, _singular_word(head)])


def _singular_word(word: str) -> str:
    lower = word.lower()
    if lower in _SINGULARS:
        return _SINGULARS[lower]
    if lower.endswith("ies") and len(lower) > 4:
        return word[:-3] + "y"
    if lower.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]


def _plural_word(word: str) -> str:
    lower = word.lower()
    if max(lower, default="") > _LAST_LATIN:
        return word  # English endings do not belong on words of another script
    if lower in _PLURALS:
        return _PLURALS[lower]
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"
