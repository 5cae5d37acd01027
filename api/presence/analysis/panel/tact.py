"""What nobody asks in grief: a coffin is not "popular", and nobody "was disappointed by the last".

Invariant: only sentences are left out; whatever stays asked is asked in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from presence.analysis.panel.subject import Subject

# What is bought or hired for a death or in the last days of a life.
_OF_GRIEF = re.compile(
    r"\b(?:coffins?|caskets?|urns?|shrouds?|funerals?|burials?|cremat\w+|undertakers?|hospices?|"
    r"bereave\w+|headstones?|gravestones?|tombstones?|graves?|memorial stones?|mourning)\b"
    r"|(?:sarg|särge|urne|bestatt|beerdig|trauer|grab(?:stein|mal|pflege|stätte)|hospiz|friedhof)"
    r"|\b(?:cercueil|obsèques|pompes funèbres|funéraire|ataúd|funerari|funebr|onoranze|uitvaart|"
    r"begrafenis|caixão|funerár|trumn|pogrzeb)",
    re.IGNORECASE,
)
# Shopping talk: taste, fashion, bargains, tests, and having had one before.
_BLUNT = re.compile(
    r"\bdisappoint|\bnot happy\b|\bbad experience\b|\bthe last\b|\btests?\b|\bpopular\b|\btrend|"
    r"\bworth (?:the money|trying|paying)|\bvalue for money\b|\bthat I like\b|\bpros and cons\b|"
    r"\bright now\b|\bat the moment\b|\bmost satisfied\b|\bbargain|\bcheap\b|"
    r"enttäuscht|unzufrieden|beliebt|\bTests?\b|Geld wert|Preis-Leistung|gefällt|Schnäppchen|"
    r"\bdéçu|\bdecepcion|\bdelus|\bteleurgesteld|rozczarowa",
    re.IGNORECASE,
)


def with_tact(subjects: Sequence[Subject]) -> list[Subject]:
    """The subjects without blunt sentences, where the first of them is about a death."""
    if not subjects or _OF_GRIEF.search(subjects[0].name) is None:
        return list(subjects)
    return [
        replace(one, sentences=[each for each in one.sentences if not _BLUNT.search(each.text)])
        for one in subjects
    ]
