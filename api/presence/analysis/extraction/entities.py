"""Turns a profile into the names to look for and the URL prefixes with their owners.

Invariant: brand and competitors are built in the same way. An entity without a usable name is kept
(it may own URLs) but can never match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from presence.analysis.extraction.folding import fold_name, without_marks
from presence.analysis.extraction.inflection import family_of, inflected
from presence.analysis.extraction.ownership import OwnedPrefix, owned_prefixes
from presence.analysis.extraction.wordlist import is_common_word, ordinary_in
from presence.analysis.extraction.wordlists import word_list
from presence.analysis.types import BrandProfile, Decided

BRAND: Final = "brand"
_GAP = r"(?:[^\S\n]*\n?[^\S\n]*|-)"
_WORDS = re.compile(r"[^\W\d_]{4,}")
# "&" and the words used for it inside a name, in any language.
JOINERS: Final = frozenset(word_list("joiners"))
_AND: Final = "(?:" + "|".join(re.escape(word) for word in sorted(JOINERS)) + ")"
# Scripts whose diacritics are often omitted: Latin, Greek (in capitals), Hebrew, Arabic.
_BARE = re.compile(r"[\x00-\u036f\u0370-\u03ff\u0590-\u06ff]+")
_PARTS = re.compile(r"[ \-]+")
_STOP = frozenset(word_list("context stop words"))


@dataclass(frozen=True, slots=True)
class Name:
    """One spelling to look for.

    `needle` is searched first (plain text); `pattern`, if set, must then match at that place.
    `written` is the original spelling, as evidence from case; `common` requires such evidence,
    `ordinary` holds the languages whose lists caused that, `flagged` says that the user did.
    `address` marks a name written as its own host ("You.com"), which needs a capital; `inflects` is
    the family of endings that the name's inflected forms follow.
    """

    entity: str
    written: str
    folded: str
    needle: str
    pattern: re.Pattern[str] | None
    common: bool
    flagged: bool = False
    ordinary: frozenset[str] = frozenset()
    address: bool = False
    inflects: str = ""


@dataclass(frozen=True, slots=True)
class EntitySet:
    """Brand and competitors ready for matching. Build with `EntitySet.of(profile)`."""

    names: tuple[Name, ...]
    labels: tuple[tuple[str, str], ...]
    prefixes: tuple[OwnedPrefix, ...]
    language: str
    context: frozenset[str]
    own_nouns: frozenset[str] = field(default_factory=frozenset)
    decided: tuple[Decided, ...] = ()

    @classmethod
    def of(cls, profile: BrandProfile) -> EntitySet:
        """Names (longest first), labels and owned prefixes of the profile's entity set."""
        parties = [(BRAND, profile.name, profile.aliases, profile.is_common_word)]
        parties += [(c.id, c.name, c.aliases, c.is_common_word) for c in profile.competitors]
        names = {
            (name.entity, name.folded): name
            for entity, label, aliases, common in parties
            for name in _names(entity, (label, *aliases), common)
        }
        prefixes = owned_prefixes(profile)
        for name in tuple(_addresses(names.values(), prefixes)):
            names.setdefault((name.entity, name.folded), name)
        forms = tuple(_forms(names.values()))
        ordered = sorted(
            (*names.values(), *forms), key=lambda n: (-len(n.folded), n.entity, n.folded)
        )
        return cls(
            names=tuple(ordered),
            labels=tuple((entity, label) for entity, label, _, _ in parties),
            prefixes=prefixes,
            language=profile.language,
            context=_context(profile),
            own_nouns=frozenset(
                w
                for _, label, aliases, _ in parties
                for text in (label, *aliases)
                for w in fold_name(text).split()
            ),
            decided=profile.decided,
        )

    @property
    def has_competitors(self) -> bool:
        """Whether the set contains anybody but the brand."""
        return len(self.labels) > 1


def _names(entity: str, spellings: Iterable[str], common: bool | None) -> Iterable[Name]:
    for spelling in spellings:
        folded = fold_name(spelling)
        variants = {folded: spelling.strip()}
        bare = without_marks(folded)
        if bare != folded and _BARE.fullmatch(bare):
            variants.setdefault(bare, without_marks(fold_name_cased(spelling)))
        for text, written in variants.items():
            name = _name(entity, written, text, common)
            if name is not None:
                yield name


def _forms(names: Iterable[Name]) -> Iterable[Name]:
    """The names to look for in inflected forms, where the script or Polish inflects them."""
    for name in names:
        family = family_of(name.folded)
        tokens = [token for token in _PARTS.split(name.folded) if token]
        changed = inflected(tokens, family) if family and not name.address else None
        if changed is not None:
            needle, pattern = changed
            yield replace(name, needle=needle, pattern=re.compile(pattern), inflects=family)


def fold_name_cased(spelling: str) -> str:
    """The spelling decomposed but not case-folded, so that diacritics can be removed."""
    return re.sub(r"\s+", " ", "".join(_decompose(char) for char in spelling)).strip()


def _decompose(char: str) -> str:
    folded = fold_name(char) if not char.isspace() else " "
    return folded.capitalize() if char.isupper() else folded


def _name(entity: str, written: str, folded: str, common: bool | None) -> Name | None:
    if not folded:
        return None
    tokens = [token for token in re.split(r"[ \-]+", folded) if token]
    if not tokens:
        return Name(entity, written, folded, folded, None, common=True)
    symbols_only = not any(char.isalnum() for char in folded)
    ordinary = ordinary_in(folded)
    derived = is_common_word(folded) or symbols_only
    # The user's flag refers to the plain name; a multi-word spelling is decided by itself.
    flagged = derived if common is None or len(tokens) > 1 else common
    declared = common is True and len(tokens) == 1
    if len(tokens) == 1:
        return Name(entity, written, folded, folded, None, flagged, declared, ordinary)
    pattern = re.compile(_GAP.join(_part(token, tokens) for token in tokens))
    return Name(entity, written, folded, tokens[0], pattern, flagged, declared, ordinary)


def _part(token: str, tokens: list[str]) -> str:
    """The pattern of one word of a name, with "&" and the words for "and" as equivalents."""
    inside = token not in (tokens[0], tokens[-1])
    return _AND if inside and token in JOINERS else re.escape(token)


def _addresses(names: Iterable[Name], prefixes: tuple[OwnedPrefix, ...]) -> Iterable[Name]:
    """Names that are ordinary words and written as their own host: "You.com" for You."""
    for name in names:
        for prefix in prefixes:
            same = prefix.entity == name.entity and not prefix.path
            if same and name.common and prefix.host.partition(".")[0] == name.folded:
                host = prefix.host
                yield Name(name.entity, host, host, host, None, common=False, address=True)


def _context(profile: BrandProfile) -> frozenset[str]:
    """Content words of the description: a sentence that shares one is about this trade."""
    own = set(fold_name(profile.name).split())
    words = _WORDS.findall(fold_name(f"{profile.description} {profile.audience}"))
    return frozenset(w for w in words if w not in _STOP and w not in own)
