"""Classifies whether a clause affirms, denies or doubts the entity it names, and whether it warns.

Invariant: praise with a negative word and a warning both count as naming the entity; only not
knowing it, or its absence from what was examined, does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from presence.analysis.extraction.clauses import Clause
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.quoted_speech import excused, unacquainted, unknown
from presence.analysis.extraction.scope import denies, warns
from presence.analysis.types import Stance

_PART = re.compile(r"(?<=[.!?;。,:])\s*")


@dataclass(frozen=True, slots=True)
class ClauseStance:
    """Stance of a clause towards its name; `praised` and `warned` come from fixed phrases.

    `partly` is set if one detail about the name is unknown but the name itself is not.
    """

    stance: Stance
    praised: bool = False
    warned: bool = False
    partly: bool = False


def stance_of(clause: Clause) -> ClauseStance:
    """The stance of a clause towards NAME: tries praise, then warning, doubt and ignorance."""
    roles = clause.roles
    if clause.says("praise"):
        return ClauseStance("affirmative", praised=True)
    if clause.says("warning") or warns(roles):
        return ClauseStance("affirmative", warned=True)
    stance: Stance = "affirmative"
    spoken = clause.lexicon.languages
    if clause.says("uncertain") and not unacquainted(clause.tokens, spoken):
        stance = "uncertain"
    elif _ignorant(clause):
        stance = "negated"
    if stance != "affirmative" and excused(clause.tokens, spoken):
        return ClauseStance("affirmative")
    if stance != "affirmative" and clause.says("granted"):
        return ClauseStance("affirmative", partly=True)
    return ClauseStance(stance)


def described_after(own: str, further: str, clause: Clause) -> bool:
    """Whether the text after a denial still describes NAME: "It is a practice of four"."""
    if not further.startswith(own) or len(further) == len(own):
        return False
    rest = Clause(further[len(own) :].lstrip(" .;,:-"), clause.lexicon)
    known = not any(letter in rest.roles for letter in "nxf?")
    return known and rest.says("told after") is not None


def _ignorant(clause: Clause) -> bool:
    """Whether nothing is known about the name, judged by phrase, grammar or speaker."""
    if clause.says("ignorance") or denies(clause.roles, clause.lexicon.orders):
        return True
    return unknown(clause.tokens, clause.lexicon.languages)


def picked(clause: Clause) -> bool:
    """Whether NAME is presented as a pick in its clause."""
    if not clause.says("pick") and not _recommends(clause):
        return False
    return clause.says("praise") is not None or clause.says("not a pick") is None


def advised_after(following: str, lexicon: Lexicon) -> bool:
    """Whether the part of a sentence after the name recommends it implicitly:

    "Book there."
    """
    parts = _PART.split(following) if following else []
    return any(Clause(said, lexicon).says("pick after") is not None for said in parts)


def _recommends(clause: Clause) -> bool:
    """A verb of recommendation directly before the name: "I recommend Acme"."""
    at = clause.roles.find("N")
    if at < 1 or "n" in clause.roles[:at]:
        return False
    near = zip(clause.roles[max(0, at - 3) : at], clause.tokens[max(0, at - 3) : at], strict=True)
    return any(role == "u" and clause.lexicon.value(token) > 0 for role, token in near)
