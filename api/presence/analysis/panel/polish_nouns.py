"""Polish noun phrases as the object of a verb: "Jaką firmę sprzątającą polecacie?".

Invariant: only the noun and the adjectives beside it are inflected; what follows in another case or
after a preposition is left unchanged, as is a noun whose ending shows no gender.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from presence.analysis.language.stopwords import word_set

_FEMININE_ADJECTIVE = re.compile(r"(?:na|owa|ska|cka|zka|ąca|lska|iska|cza|ła|ta|wa|sza|ra)$")
_MASCULINE_ADJECTIVE = re.compile(r"(?:ny|wy|ski|cki|zki|[ąę]cy|czy|ły|ty|ry|szy|ni|dzki|owany)$")
_PEOPLE = re.compile(r"(?:[yi]k|arz|erz|acz|jer|ner|tor|log|eut|ent|ant|man|ier|iec|ekt|er|or)$")
_THINGS = word_set(
    "warsztat serwis gabinet salon sklep hotel rower komputer laptop czujnik ręcznik głośnik "
    "zegarek podręcznik plecak bank ośrodek zakład instytut sekretariat internat antykwariat "
    "przedszkole obiekt ekran monitor kalkulator generator agregat asystent planer tracker "
    "menedżer konfigurator edytor serwer router silnik grzejnik cennik dziennik tygodnik "
    "miesięcznik kwartalnik rocznik poradnik przewodnik pomnik śpiwór wieczór motor traktor "
    "portal projektor odkurzacz wentylator materac kominek domek hamak namiot kocioł piec "
    "basen"
)
_MEN_IN_A = re.compile(r"(?:[iy]sta|euta|iatra|opeda|onta)$")
_OF_SEVERAL = re.compile(r"(?:owe|ne|skie|ckie|ące|cze|żne|łe|we)$")
_PERSONS = word_set(
    "księgowy dentysta doradca fizjoterapeuta terapeuta logopeda pediatra psychiatra kierowca "
    "sprzedawca kosmetyczka masażysta ortodonta tapicer notariusz"
)  # fmt: skip
_GENITIVES = word_set("wina drewna okna mięsa piwa siana języka tańca biznesu domu")
_SOFT = re.compile(r"(?:ość|eść|odzież|pościel|sieć|łódź|powieść|pamięć)$")
_ADJECTIVES = frozenset({"księgowa", "krawcowa", "położna"})  # by form
_SMALL = word_set("w we z ze na do od przy bez dla i oraz o po za nad pod przez lub u")


def polish_forms(name: str) -> Iterator[tuple[str, str]]:
    """The phrase as an object, with "jaki" before it and with "jakiś" before it."""
    spelt = name.split()
    at = next((i for i, word in enumerate(spelt) if not _leads(word, spelt, i)), 0)
    head = spelt[at].casefold()
    several = at + 1 < len(spelt) and _OF_SEVERAL.search(spelt[at + 1].casefold())
    if several:  # "krzesła ogrodowe"
        yield "acc", name
        yield "jaki", f"jakie {name}"
        return
    if _SOFT.search(head):  # "księgowość", which has one form for both cases
        described = [_feminine(word, adjective=True) for word in spelt[:at]]
        accusative = " ".join([*described, *spelt[at:]])
        yield "acc", accusative
        yield "jaki", f"jaką {accusative}"
        return
    if _is_feminine(head):
        which, inflect = "jaką", _feminine
    elif _is_person(head):
        which, inflect = "jakiego", _person
    elif re.search(r"[yie]$", head) or re.search(r"(?:o|ę|um)$", head):
        yield "acc", name
        yield "jaki", f"jakie {name}"
        return
    elif _PEOPLE.search(head) and head not in _THINGS:
        which, inflect = "jakiego", _person
    else:
        yield "acc", name
        yield "jaki", f"jaki {name}"
        return
    changed = [*(inflect(word, adjective=True) for word in spelt[:at]), inflect(spelt[at])]
    rest = spelt[at + 1 :]
    while rest and _agrees(rest[0], head) and rest[0].casefold() not in _SMALL:
        changed.append(inflect(rest.pop(0), adjective=True))
    accusative = " ".join([*changed, *rest])
    yield "acc", accusative
    yield "jaki", f"{which} {accusative}"


def _leads(word: str, spelt: list[str], at: int) -> bool:
    """Whether it is an adjective preceding its noun: "prywatna klinika"."""
    low = word.casefold()
    if at + 1 >= len(spelt) or at > 1:
        return False
    following = spelt[at + 1].casefold()
    if re.search(r"(?:owa|ska|cka|lna|tna|yna|czna|żna)$", low):
        return re.search(r"a$", following) is not None and not _agrees(following, low)
    masculine = re.search(r"(?:owy|ski|cki|lny|tny|czny|żny)$", low)
    return masculine is not None and re.search(r"[yi]$", following) is None


def _is_feminine(head: str) -> bool:
    return head.endswith("a") and not _is_person(head)


def _is_person(head: str) -> bool:
    return head in _PERSONS or _MEN_IN_A.search(head) is not None


def _agrees(word: str, head: str) -> bool:
    """Whether a word directly after the noun is an adjective that belongs to it."""
    low = word.casefold()
    if low in _GENITIVES:
        return False
    if _is_feminine(head):
        return _FEMININE_ADJECTIVE.search(low) is not None
    return _MASCULINE_ADJECTIVE.search(low) is not None


def _feminine(word: str, *, adjective: bool = False) -> str:
    adjective = adjective or word in _ADJECTIVES
    return word[:-1] + ("ą" if adjective else "ę") if word.endswith("a") else word


def _person(word: str, *, adjective: bool = False) -> str:
    if adjective or word.endswith("y"):  # "księgowy" is an adjective by form
        return f"{word}ego" if word.endswith("i") else f"{word[:-1]}ego"
    if word.endswith("a"):
        return f"{word[:-1]}ę"
    if word.endswith("iec"):
        return f"{word[:-3]}ca"
    return f"{word}a"
