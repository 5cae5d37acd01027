"""What farms sell: the honey, not the bees; the cheese, not the dairy that makes it.

Invariant: a farm is read as its produce only where the produce is named; a farm with rooms or a
program for farms stays what it is.
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.head_nouns import head_word

# Nouns of food and raw goods from the land and the sea, by language, as they are sold.
PRODUCE: Final[dict[str, frozenset[str]]] = {
    "en": word_set(
        "asparagus rhubarb strawberries raspberries blueberries blackcurrants cherries apples "
        "pears plums apricots peaches figs grapes olives oranges lemons mangoes bananas "
        "avocados potatoes carrots onions leeks beetroot cabbage cabbages kale spinach "
        "lettuce tomatoes peppers chillies cucumbers courgettes pumpkins beans lentils "
        "chickpeas peas garlic ginger turmeric saffron herbs vegetables veg fruit berries "
        "produce mushrooms truffles almonds walnuts hazelnuts cashews pistachios macadamias "
        "eggs milk cream butter yoghurt yogurt cheese cheeses honey honeycomb beeswax mead "
        "beef pork lamb mutton venison goat chicken turkey duck poultry bacon sausages ham "
        "meat fish trout salmon oysters mussels scallops crab lobster prawns snails flour "
        "oats rye wheat barley rice grain quinoa syrup juice cider wine vinegar hay straw "
        "haylage silage firewood kindling charcoal beer hops hemp lavender flowers succulents "
        "orchids roses tulips dahlias microgreens salads wool fleece fleeces seed seeds "
        "seedlings turf manure"
    ),
    "de": word_set(
        "spargel rhabarber erdbeeren himbeeren heidelbeeren johannisbeeren kirschen äpfel "
        "birnen pflaumen zwetschgen aprikosen marillen pfirsiche trauben kartoffeln karotten "
        "zwiebeln kohl salat tomaten paprika gurken zucchini kürbisse bohnen knoblauch "
        "kräuter gemüse obst beeren speisepilze champignons nüsse walnüsse haselnüsse "
        "freilandeier bioeier hühnereier milch rahm butter joghurt käse honig bienenwachs "
        "rindfleisch schweinefleisch lammfleisch wildfleisch geflügel fleisch wurst würste "
        "schinken speck forellen mehl haferflocken dinkel roggen weizen apfelsaft säfte most "
        "brennholz kaminholz feuerholz holzkohle schafwolle saatgut stroh"
    ),
}
_FARM: Final = (
    r"(?:farms?|dairy|dairies|creamery|orchards?|apiary|apiaries|smallholding|croft|ranch|"
    r"market garden|vineyard|fishery|hatchery|mill)"
)
# A farm of these kinds is there for something else than to sell.
_NO_SELLER: Final = (
    r"(?:community|research|prison|city|care|school|teaching|therapy|therapeutic|petting|guest|wind|"
    r"solar|server)\b"
)
# "A dairy farm in Clare that makes goat's cheese": asked for by what it sells.
_THAT_SELLS: Final = re.compile(
    rf"(?P<before>^|\b(?:is|are) )(?:an? |the )?(?:(?!{_NO_SELLER})[\w'’-]+ ){{0,4}}?{_FARM}"
    r"(?P<place> (?:in|on|near|outside) [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)?,? "
    r"(?:that|which|where we) "
    r"(?:makes?|grows?|produces?|sells?|rears?|harvests?|supplies|supply) (?P<what>[a-z][^.;!?]*)"
)
_ANIMALS: Final = (
    r"(?:bees|hens|chickens|goats|sheep|lambs|cows|cattle|pigs|ducks|geese|turkeys|alpacas|deer|snails|"
    r"worms|rabbits|quails?|buffaloe?s|trout|oysters)"
)
# "We keep bees and sell raw honey"; nobody keeps accounts to sell them.
_KEEPS_AND_SELLS: Final = re.compile(
    rf"\b(?:(?:keep|raise|breed|milk|tend)(?P<s>s?) (?:[\w'’-]+ ){{0,3}}?{_ANIMALS}"
    r"|(?:grow|rear|farm)(?P<t>s?) (?!your?\b|their\b|our\b|up\b)"
    r"(?:[\w'’-]+ ){0,3}?[\w'’-]+)"
    r"(?: (?:in|on|near) [A-Z]\w+)?,? and "
    r"(?P<sells>sell|make|produce|cure|churn|press)s? (?!it\b|them\b|these\b|both\b)"
    r"(?P<what>[a-z][^.;!?]*)"
)
_WITH: Final = re.compile(
    r"^(?P<farm>(?:[\w-]+ ){0,3}?"
    r"(?:(?:Bio|Bauern|Obst|Spargel|Gemüse|Milch|Ziegen|Schaf|Geflügel|Demeter)?-?[hH]of|"
    r"\w*[iI]mkerei|\w*[kK]äserei|\w*[mM]olkerei|"
    r"\w*[gG]ärtnerei|\w*[sS]chäferei|Landwirtschaft)) mit (?P<first>[\w-]+)"
)
_ROOMS: Final = re.compile(r"zimmer|Ferienwohnung|Gäste|Übernacht|Pony|[Rr]eiten|Café")
_GROWS: Final = re.compile(
    r"(?:^|[.!?]\s+)(?:(?:we|i)\s+(?:also |now |still )?(?:grow|rear|harvest|cultivate|farm)"
    r"|(?:(?!is\b|are\b|an?\b|the\b)[\w'’&-]+\s+){1,4}(?:grows|rears|harvests|cultivates|farms))\s+"
    r"(?P<what>[a-z][^.;!?]*)",
    re.IGNORECASE,
)
_WORKED_ON: Final = re.compile(
    r"\b(?:smokes?|test|tests|analy[sz]es?|removes?|inspects?|stores?|transports?|process|insures?|"
    r"entfern\w*|analysier\w*|prüf\w*|untersuch\w*|räucher\w*|lager\w*|transportier\w*|verarbeit\w*|"
    r"software|app|machine\w*|maschine\w*)\b",
    re.IGNORECASE,
)
_OBJECT_ENDS: Final = re.compile(
    r",|[.;:!?]| (?:and|or|in|on|at|for|from|to|near|with|by|of|that) "
)


def as_sold(description: str, language: str) -> str:
    """The description with what a farm sells in the place of the farm."""
    if language == "en":
        said = _THAT_SELLS.sub(_we_sell, description)
        return _KEEPS_AND_SELLS.sub(_sells_what, said)
    told = _WITH.match(description) if language == "de" else None
    if told and is_produce(told["first"], language) and not _ROOMS.search(description):
        first = told["first"]
        sold = first if first.casefold() in PRODUCE["de"] else first.removesuffix("n")
        return f"Wir verkaufen {sold}{description[told.end('first') :]}"
    return description


def _we_sell(told: re.Match[str]) -> str:
    if not _is_farmed(told["what"]):
        return told[0]
    sells = {"is ": "sells", "are ": "sell"}.get(told["before"], "We sell")
    place = (told["place"] or "").replace(" outside ", " near ")
    return f"{sells} {told['what']}{place}"


def _sells_what(told: re.Match[str]) -> str:
    if told["sells"] != "sell" and not _is_farmed(told["what"]):
        return told[0]  # "keeps bees and produces films"
    return f"{told['sells']}{'s' if told['s'] or told['t'] else ''} {told['what']}"


def grows(description: str) -> bool:
    """Whether the brand says that it grows or rears produce, rather than helping others grow."""
    told = _GROWS.search(description)
    return told is not None and _is_farmed(told["what"])


def sells_produce(thing: str, description: str) -> bool:
    """Whether produce is offered as it is, in a list or after a verb that leaves it whole."""
    known = any(is_produce(head_word(thing, language), language) for language in PRODUCE)
    return known and not _WORKED_ON.search(description)


def _is_farmed(said: str) -> bool:
    """Whether the first thing of a list is produce: "goat's cheese and butter"."""
    return is_produce(_OBJECT_ENDS.split(said)[0].split()[-1], "en")


def is_produce(noun: str, language: str) -> bool:
    """Whether a noun is food or a raw good, whatever its case; German compounds by their end."""
    known, word = PRODUCE.get(language, frozenset()), noun.casefold()
    if language != "de":
        return word in known
    return any(form.endswith(end) for form in (word, word.removesuffix("n")) for end in known)
