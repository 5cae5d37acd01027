"""English verbs that are no nouns, so that a noun phrase ends before one of them; and "-ing".

Invariant: no form here is the noun of something to be had: "sits" is one, "repairs" is none.
"""

from __future__ import annotations

import re

from presence.analysis.language.stopwords import word_set

_BOTH = word_set(  # neither "know" nor "knows" is a thing
    "accept achieve agree allow amplify appear arrive automate avoid become begin believe belong "
    "bring choose come consider create decide deliver depend deserve destroy disappear discover "
    "empower enable enjoy ensure exist expect forget forgive forgive happen hear imagine improve "
    "include inform keep know learn lose maximise maximize modernise modernize obtain optimise "
    "optimize organise organize prefer prevent protect prove provide realise realize receive "
    "recognise recognize reduce reimagine remember remove replace say see seek seem send simplify "
    "speak streamline succeed suggest teach tell think transform understand unlock verify worry "
    "write"
)
_THIRD = word_set(  # the third person alone: "to grow" is also in "grow bags"
    "sits sharpens grows carries sleeps gets goes eats asks waits sells buys lends puts gives "
    "takes sings spends steals adds applies arrives leads needs wants makes feels finds hates "
    "stays explains earns pays wears solves restores manages maintains"
)
_STRONG = re.compile(r"(?:[^aeiou]|^)[aeiou][bdgmnpt]$")  # "swim", "run": the last letter doubles
_ENDS = ("s", "x", "z", "ch", "sh")


def _third(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(_ENDS) else f"{verb}s"


VERBS = _BOTH | _THIRD | frozenset(map(_third, _BOTH))


def gerund(verb: str) -> str:
    """ "shear" gives "shearing", "make" "making", "swim" "swimming"."""
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    return verb + (verb[-1] if _STRONG.search(verb) else "") + "ing"
