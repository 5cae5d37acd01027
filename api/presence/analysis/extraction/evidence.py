"""Decides whether an ordinary word at one place is used as a name.

Invariant: the decision is made per occurrence and rests on something visible in the answer (case,
neighbour, list head, product noun, owned link); without any, the place is left to a person.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import Final

from presence.analysis.extraction.context_features import ContextFeatures
from presence.analysis.extraction.entities import EntitySet
from presence.analysis.extraction.folding import LINK, Folded, plain
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.extraction.wordlist import ALWAYS_CAPITAL, LEGAL_SUFFIXES

_JOIN = re.compile(
    r"[^\S\n]*(?:,[^\S\n]*(?:and[^\S\n]+|or[^\S\n]+)?|and\b|or\b|vs\b\.?|versus\b|&|/|und\b|oder\b|"
    r"et\b|ou\b|y\b|o\b|e\b|en\b|of\b|i\b|oraz\b|lub\b|ve\b|veya\b|и\b|или\b|і\b|й\b|та\b|або\b|και\b|"
    r"ή\b|و|او|ו|और|या|、|，|と|や|和|与|與|及|或|와|과|랑|하고)[^\S\n]*"
)
_CONTRACTION = re.compile(r"'(?:t|m|re|ll|ve|d)\b")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_JOIN_LENGTH: Final = 8
_ACRONYM: Final = 3
_CROWD: Final = 2  # other tracked names in a sentence that confirm even a likely ordinary word


class Accepted:
    """Occurrences accepted as names so far, indexed by their start and end."""

    def __init__(self, names: Iterable[Occurrence]) -> None:
        self.starts: set[int] = set()
        self.ordered: list[int] = []
        self.hopes: list[tuple[int, str]] = []
        self.ends: set[int] = set()
        self.entities: set[str] = set()
        for item in names:
            self.add(item)

    def add(self, item: Occurrence) -> None:
        """Accept another occurrence."""
        self.starts.add(item.start)
        insort(self.ordered, item.start)
        self.ends.add(item.end)
        self.entities.add(item.name.entity)

    def __contains__(self, item: Occurrence) -> bool:
        return item.start in self.starts

    def hoped(self, around: ContextFeatures) -> int:
        """How many other entities occur in the same sentence in a name's spelling, certain or not.

        Tracked names in one sentence support each other.
        """
        at = bisect_left(self.hopes, (around.low, ""))
        end = bisect_left(self.hopes, (around.high, ""))
        return len({entity for _, entity in self.hopes[at:end]} - {around.item.name.entity})

    def within(self, low: int, high: int) -> bool:
        """Whether any accepted name starts in folded [low, high)."""
        at = bisect_left(self.ordered, low)
        return at < len(self.ordered) and self.ordered[at] < high


def needs_evidence(around: ContextFeatures) -> bool:
    """Whether an occurrence counts only if there is evidence that a name is meant.

    This applies to ordinary words, and to lower-case spellings of names that may be words in their
    own right: "hp" for HP, "the old ridgeway" for Ridgeway.
    """
    name, spelled = around.item.name, around.spelled
    if name.address or name.flagged:
        return True
    if name.common:
        # A word counts as one only in the answer's own languages, or in English anywhere.
        languages = {"en", *around.lexicon.codes}
        return not name.ordinary or not languages.isdisjoint(name.ordinary)
    if not spelled.islower() or not name.written[:1].isupper():
        return False
    acronym = len(name.written) <= _ACRONYM and name.written.isupper() and name.written.isalpha()
    plain_word = plain(name.folded).replace("-", "").replace(" ", "").isalpha()
    return acronym or (plain_word and around.among_capitals())


def is_name(
    around: ContextFeatures, entities: EntitySet, sure: Accepted, linked: frozenset[str]
) -> bool:
    """Whether an occurrence of an ordinary word is evidently a name.

    `sure` holds the occurrences already accepted: neighbours, and the same name elsewhere in the
    answer. `linked` are the entities whose own URL the answer cites.
    """
    item, text = around.item, around.folded.text
    if item.name.address:
        return around.spelled[:1].isupper()
    if _CONTRACTION.match(text, item.end) or _suffix_of_other(around) or around.ends_compound():
        return False
    if _called_a_name(around) or _enumerated(item, text, sure):
        return True
    if _links_home(item, around.folded, linked):
        return True
    if around.lexicon.has("compound tails", around.tail()):
        return len(item.name.folded) > 1
    if item.name.entity in sure.entities and around.folded.char(item.start).isupper():
        return item.name.folded not in ALWAYS_CAPITAL
    if not around.capitalised:
        return _small(around, sure)
    return _capital(around, entities, sure, linked)


def _called_a_name(around: ContextFeatures) -> bool:
    """A product noun after it, a naming noun before it, quotation marks, a hashtag or a handle."""
    after, _ = around.word_after()
    before, _, _ = around.word_before()
    has = around.lexicon.has
    spelled = around.capitalised or around.caseless or around.lexicon.codes[0] == "en"
    called = has("naming nouns", before) and spelled
    if called or has("product nouns", after) or around.quoted():
        return True
    if not around.lexicon.unspaced:
        return False
    return (
        around.signs_after("product signs")
        or around.signs_after("company signs")
        or around.signs_before("naming signs")
    )


def _small(around: ContextFeatures, sure: Accepted) -> bool:
    """Without a capital: a named neighbour in scripts without case, otherwise a list head."""
    if around.caseless:
        named = sure.entities - {around.item.name.entity}
        if named or sure.hoped(around) >= _CROWD:
            return True
    if around.opens and _acts(around):
        return True
    if around.foreign and not around.item.name.written[:1].isupper():
        return True
    return around.heads_item() and around.item.name.folded not in ALWAYS_CAPITAL


def _capital(
    around: ContextFeatures, entities: EntitySet, sure: Accepted, linked: frozenset[str]
) -> bool:
    """With a capital: proof in mid-sentence, a hint where prose would capitalise it anyway."""
    name = around.item.name
    after, _ = around.word_after()
    product = around.lexicon.has("product nouns after capital", after)
    if name.folded in ALWAYS_CAPITAL:
        return around.heads_item() or product
    if around.foreign or around.in_capital_list():
        return True
    described = "de" in name.ordinary and "de" in around.lexicon.codes and around.described()
    if sure.hoped(around) and not around.continued() and not described:
        return True
    if around.continued():
        return False
    others_named = bool(sure.entities - {name.entity})
    if around.continues(entities.context | entities.own_nouns) and not others_named:
        return False
    if len(name.folded) == 1:
        return around.heads_item() or sure.within(around.low, around.high)
    shouted, opens = around.mostly_capital(), around.opens
    if not shouted and not opens and not described:
        return not around.a_noun()
    if not shouted and (_distinctive(around.spelled, name.written) or around.joined_capital()):
        return True
    if (
        around.heads_item()
        or product
        or _acts(around)
        or around.possessive()
        or around.suffixed()
        or _trade_follows(after, name.entity, entities)
    ):
        return True
    return _is_something(around, entities, sure, linked)


def _acts(around: ContextFeatures) -> bool:
    """Whether the name is the subject of something that companies do."""
    after, _ = around.word_after()
    if around.lexicon.has("company verbs", after):
        return True
    return around.after_matches("company verb phrases")


def _is_something(
    around: ContextFeatures, entities: EntitySet, sure: Accepted, linked: frozenset[str]
) -> bool:
    """A sentence opener followed by "is": accepted only with a second piece of evidence."""
    entity = around.item.name.entity
    topical = entity == "brand" and _on_topic(around.sentence, entities)
    function_word = around.lexicon.has("marks", around.item.name.folded)
    others = sure.entities - {entity}
    believable = others and not function_word and not around.item.name.flagged
    if believable and (around.lexicon.codes[0] != "en" or around.does_something()):
        return True
    if around.after_matches("being"):
        articled = around.lexicon.codes[0] != "en" and around.opens
        return bool(topical or articled or others)
    return entity in linked and topical


def _trade_follows(word: str, entity: str, entities: EntitySet) -> bool:
    """Whether the next word occurs in the brand's own description: "Dove soap", "Tide pods"."""
    known = word in entities.context or word.rstrip("s") in entities.context
    return bool(word) and entity == "brand" and known


def _on_topic(sentence: str, entities: EntitySet) -> bool:
    """Whether the sentence shares a word with the brand's description."""
    words = set(_LONG_WORD.findall(sentence))
    stems = {word.rstrip("s") for word in entities.context}
    return any(word.rstrip("s") in stems for word in words)


def _distinctive(spelled: str, written: str) -> bool:
    """The same unusual casing as the brand's own: COS, eBay, or Best Buy's second capital."""
    return spelled == written and any(char.isupper() for char in spelled[1:])


def _enumerated(item: Occurrence, text: str, sure: Accepted) -> bool:
    """Whether it is enumerated together with a neighbour already accepted as a name."""
    for gap in range(1, _JOIN_LENGTH + 1):
        if item.start - gap in sure.ends and _JOIN.fullmatch(text, item.start - gap, item.start):
            return True
        if item.end + gap in sure.starts and _JOIN.fullmatch(text, item.end, item.end + gap):
            return True
    return False


def _links_home(item: Occurrence, folded: Folded, linked: frozenset[str]) -> bool:
    """Whether the target of its link, or a host in brackets after it, belongs to the entity."""
    if item.name.entity not in linked:
        return False
    rest = folded.text[item.end : item.end + 3]
    return LINK in rest and folded.text[item.start - 1 : item.start] in "[(" and item.start > 0


def _suffix_of_other(around: ContextFeatures) -> bool:
    """ "Inc" after another capitalised word is that company's suffix, not the magazine."""
    word, capital, _ = around.word_before()
    return around.item.name.folded in LEGAL_SUFFIXES and bool(word) and capital
