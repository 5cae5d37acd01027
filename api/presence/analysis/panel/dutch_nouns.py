"""Dutch nouns with their articles: "een", and "welk" or "welke", by list and by ending.

Invariant: a compound has the gender of the noun it ends with; an unlisted noun is a "de" word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NEUTER = re.compile(
    r"(?:bureau|bedrijf|kantoor|hotel|restaurant|café|huis|programma|systeem|pakket|platform|"
    r"tijdschrift|atelier|centrum|museum|boek|bed|blad|magazine|project|team|hof|park|pension|"
    r"instituut|fonds|product|middel|materiaal|hout|glas|brood|bier|vlees|water|sap|papier|"
    r"meubel|spel|speelgoed|kussen|dekbed|gereedschap|collectief|netwerk|loket|fietsje|kind|"
    r"college|gymnasium|theater|filmhuis|festival|kamp|terrein|advies|onderhoud|vervoer|werk|"
    r"onderwijs|abonnement|apparaat|instrument|horloge|sieraad|pad|dak|raam|kozijn|laboratorium|"
    r"verblijf|voer|meel|ijs|textiel|linnen|katoen|leer|porselein|glaswerk|fruit|ziekenhuis|toneel|orkest|koor|transport|medicijn|servies|nieuws|weekblad|dagblad|maandblad|"
    r"\w+(?:je|isme|sel|um|ment))$",
    re.IGNORECASE,
)
_UNCOUNTED = re.compile(
    r"(?:planning|boekhouding|administratie|registratie|software|olie|wijn|bier|koffie|thee|zorg|"
    r"kleding|hulp|begeleiding|beheer|vlees|brood|advies|onderhoud|speelgoed|gereedschap|hout|"
    r"reiniging|verhuur|reparatie|restauratie|thuiszorg|"
    r"voer|verf|textiel|linnen|katoen|wol|zeep|shampoo|gin|likeur|sap|meel|rijst|pasta|ijs|melk|"
    r"zuivel|aarde|compost|papier|leer|keramiek|porselein|glaswerk|fruit|groente|hardware|muziek|"
    r"therapie|ondersteuning|transport|vervoer|honing|kaas|chocolade|"
    r"bijles|yoga|coaching|onderwijs|nieuws|schoonmaak|catering|isolatie|verlichting)$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"(?:[^s]en(?<!ingen)|ingen|[^aeious]s(?<!es)(?<!ss)|'s|’s)$")
_SINGULAR = re.compile(r"(?:molen|haven|keuken|tuin|wagen|oven|deken|kussen|teken|examen|magazijn|"
                       r"bakken|\w+gezin|garten|zuster|fonds|pers|bus|kas|les|gids|huis|kaars|reis|"
                       r"cursus|campus|praxis|bootcamp|tennis|prijs|fiets|beurs|kaas|jas|tas|"
                       r"matras|"
                       r"regen|eigen|samen|goederen)$")  # fmt: skip
_UNINFLECTED = re.compile(r"[a-z]*(?:[^e\W]|ee)(?<!en)(?<!er) [a-z]+")  # "graanvrij hondenvoer"
_DONE = re.compile(
    r"(?P<thing>\w+) (?P<deed>(?:aan|op|in|af|uit)?(?:vragen|geven|melden|halen|betalen|regelen|"
    r"brengen|leveren|lenen|zetten|schrijven|dienen))$"
)


def dutch_forms(name: str, *, several: bool) -> Iterator[tuple[str, str]]:
    """The phrase with "een" if countable, with "welk", and with "de" or "het"."""
    noun = re.split(r"\s(?:voor|met|zonder|over|van|uit|in|op|tegen|om)\s", name)[0]
    head = noun.split()[-1]
    neuter = _NEUTER.search(head) is not None or _UNINFLECTED.match(noun) is not None
    yield "a", name if several or _UNCOUNTED.search(head) else f"een {name}"
    which = f"{'welk' if neuter and not several else 'welke'} {name}"
    yield "which", which
    yield "which many" if several else "which one", which
    done = _DONE.match(name)
    if done:  # "paspoort aanvragen" is an activity
        yield "the", f"het {done.group('deed')} van een {done.group('thing')}"
    else:
        yield "the", f"{'het' if neuter and not several else 'de'} {name}"


def is_several(phrase: str) -> bool:
    """Whether the noun of a phrase is plural, judged by its ending."""
    head = re.split(r"\s(?:voor|met|zonder|over|van|uit|in|op|tegen|om)\s", phrase)[0].split()[-1]
    return _SEVERAL.search(head) is not None and _SINGULAR.search(head) is None
