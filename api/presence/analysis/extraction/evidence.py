"""Decides whether an ordinary word at one place is used as a name.

Invariant: the judgement is per occurrence and rests on something visible in the answer (case,
neighbour, list head, product noun, owned link); without it the place goes to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from presence.analysis.extraction.entities import EntitySet
from presence.analysis.extraction.folding import BARRIER, LINK, Folded
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.extraction.structure import Structure
from presence.analysis.extraction.wordlist import ALWAYS_CAPITAL, LEGAL_SUFFIXES

_PRODUCT_AFTER = re.compile(
    r"['’]?s?[^\S\n]+(?:app|apps|software|platform|api|apis|crm|saas|subscription|account|"
    r"alternatives?|integration|pricing|plugin|extension|sdk|website|brand|inc|llc|ltd|gmbh|corp)\b"
)
_PRODUCT_AFTER_CASED = re.compile(
    r"['’]?s?[^\S\n]+(?:tool|tools|suite|pro|plus|premium|cloud|language|compiler|services?|"
    r"products?|browser|search|boards?|phones?|meetings?|calls?|stores?|shoes|card|"
    r"customers|users|review|reviews|team|support|documentation|docs)\b"
)
_NAMED_BEFORE = re.compile(
    r"(?:\b(?:called|named|brand|company|app|platform|software|vendor|startup|provider|retailer|"
    r"tool|service|label|maker)[^\S\n]+[\"']?|[\"'][^\S\n]*|[#@])$"
)
_LISTING_AFTER = re.compile(r"[^\S\n]*(?::|\s-\s|\(|\||\[\d|\n|$)")
_ACTS_AFTER = re.compile(
    r"[^\S\n]+(?:offers|provides|lets|supports|integrates|allows|features|combines|sells|makes|"
    r"specialises|specializes|delivers|ships|charges|starts at|was founded|was acquired|"
    r"is (?:based|owned|headquartered))\b"
)
_BEING_AFTER = re.compile(
    r"[^\S\n]+(?:is|was|has|are) (?:an?|the|one of|known|popular|free|recommended|available|been)\b"
)
_JOINED_CAPITAL = re.compile(r"(?:,| and| or| &| vs\.?| versus) [A-Z]")
_NEXT_WORD = re.compile(r"[^\S\n]+([^\W\d_]+)")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_JOIN = re.compile(
    r"[^\S\n]*(?:,[^\S\n]*(?:and[^\S\n]+|or[^\S\n]+)?|and\b|or\b|vs\b\.?|versus\b|&|/)[^\S\n]*"
)
_CONTRACTION = re.compile(r"'(?:t|m|re|ll|ve|d)\b")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[^\S\n]+$")
_CAPITAL_LIST = re.compile(
    r"(?:[A-Z][\w'-]*(?: [A-Z][\w'-]*)?,\s+)+(?:(?:and|or|&)\s+)?[A-Z][\w'-]*"
    r"(?:,?\s+(?:and|or|&)\s+[A-Z][\w'-]*)?"
)
_JOIN_LENGTH: Final = 8
_CAPITAL_RUN: Final = 0.6


class Accepted:
    """Occurrences accepted as names so far, reachable by where they start and end."""

    def __init__(self, names: Iterable[Occurrence]) -> None:
        self.starts: set[int] = set()
        self.ends: set[int] = set()
        self.entities: set[str] = set()
        for item in names:
            self.add(item)

    def add(self, item: Occurrence) -> None:
        """Accept one more."""
        self.starts.add(item.start)
        self.ends.add(item.end)
        self.entities.add(item.name.entity)

    def __contains__(self, item: Occurrence) -> bool:
        return item.start in self.starts


def is_name(
    item: Occurrence,
    folded: Folded,
    structure: Structure,
    entities: EntitySet,
    sure: Accepted,
    linked: frozenset[str],
) -> bool:
    """Whether an ordinary-word occurrence is evidently a name.

    `sure` holds what is accepted already: neighbours, and the same name elsewhere in the
    answer. `linked` are the entities whose own URL the answer cites.
    """
    text = folded.text
    if _CONTRACTION.match(text, item.end) or _legal_suffix_of_other(item, folded):
        return False
    if _PRODUCT_AFTER.match(text, item.end) or _follows_naming(item, text):
        return True
    if _enumerated(item, text, sure) or _links_home(item, folded, linked):
        return True
    if item.name.entity in sure.entities and folded.char(item.start).isupper():
        return item.name.folded not in ALWAYS_CAPITAL
    return _case_speaks(item, folded, structure, entities, linked)


def _case_speaks(
    item: Occurrence,
    folded: Folded,
    structure: Structure,
    entities: EntitySet,
    linked: frozenset[str],
) -> bool:
    spelled = folded.source[slice(*folded.span(item.start, item.end))]
    if not any(char.isupper() for char in spelled):
        return _caseless(spelled) or _heads_item(item, folded, structure, strict=True)
    if item.name.folded in ALWAYS_CAPITAL:
        return _heads_item(item, folded, structure, strict=True) or _product_cased(item, folded)
    low, high = structure.sentence_at(item.start)
    sentence = folded.text[low:high]
    if _in_capital_list(item, folded, low, high):
        return True
    shouted = _mostly_capital(folded, low, item, high)
    opens = not any(char.isalnum() for char in _lead(folded.text, low, item.start))
    if not shouted and not opens:
        return not _inside_other_name(item, folded)
    if not shouted and _distinctive(spelled, item.name.written):
        return True
    if _heads_item(item, folded, structure, strict=True) or _product_cased(item, folded):
        return True
    if not shouted and _JOINED_CAPITAL.match(folded.source, folded.span(item.start, item.end)[1]):
        return True
    if _ACTS_AFTER.match(folded.text, item.end) or _trade_follows(item, folded, entities):
        return True
    if _BEING_AFTER.match(folded.text, item.end):
        return item.name.entity != "brand" or _on_topic(sentence, entities)
    return item.name.entity in linked and _on_topic(sentence, entities)


def _trade_follows(item: Occurrence, folded: Folded, entities: EntitySet) -> bool:
    """Whether the next word is one of the brand's own description: "Dove soap", "Tide pods"."""
    match = _NEXT_WORD.match(folded.text, item.end)
    if match is None or item.name.entity != "brand":
        return False
    word = match.group(1)
    return word in entities.context or word.rstrip("s") in entities.context


def _in_capital_list(item: Occurrence, folded: Folded, low: int, high: int) -> bool:
    """Whether the name stands in an enumeration of capitalised names: "Slack, Zoom and Teams"."""
    start, end = folded.span(item.start, item.end)
    first, last = folded.origin(low), folded.origin(high)
    return any(
        run.start() <= start and end <= run.end()
        for run in _CAPITAL_LIST.finditer(folded.source, first, last)
    )


def _on_topic(sentence: str, entities: EntitySet) -> bool:
    """Whether the sentence shares a word with the brand's description."""
    words = set(_LONG_WORD.findall(sentence))
    stems = {word.rstrip("s") for word in entities.context}
    return any(word.rstrip("s") in stems for word in words)


def _caseless(spelled: str) -> bool:
    """Scripts without case (a Chinese name that is also a word) cannot show a capital."""
    return spelled.lower() == spelled.upper() and any(char.isalpha() for char in spelled)


def _product_cased(item: Occurrence, folded: Folded) -> bool:
    return _PRODUCT_AFTER_CASED.match(folded.text, item.end) is not None


def _distinctive(spelled: str, written: str) -> bool:
    """Same unusual casing as the brand writes itself: COS, eBay, or Best Buy's second capital."""
    return spelled == written and any(char.isupper() for char in spelled[1:])


def _mostly_capital(folded: Folded, low: int, item: Occurrence, high: int) -> bool:
    """Title case or shouting around the name, where a capital proves nothing.

    The sentence's first word is not asked: it is always capitalised.
    """
    start, end = folded.span(item.start, item.end)
    around = (folded.source[folded.origin(low) : start], folded.source[end : folded.origin(high)])
    words: list[str] = [w for text in around for w in _LONG_WORD.findall(text)]
    if around[0].strip() and words:
        words = words[1:]
    return len(words) > 1 and sum(w[0].isupper() for w in words) > _CAPITAL_RUN * len(words)


def _lead(text: str, low: int, start: int) -> str:
    """What stands between the sentence's beginning and the name, list numbers left out."""
    return re.sub(r"^\s*(?:#+\s*)?(?:\d{1,3}[.)]|[-+•|>])?\s*", "", text[low:start])


def _heads_item(item: Occurrence, folded: Folded, structure: Structure, *, strict: bool) -> bool:
    """Whether the name stands alone at the head of a list item, heading or labelled line."""
    start, _ = folded.span(item.start, item.end)
    listed = structure.item_at(start)
    begins = listed is not None and _only_marks(folded.source[listed.content : start])
    low, _ = structure.sentence_at(item.start)
    opens = not any(char.isalnum() for char in _lead(folded.text, low, item.start))
    if not begins and not opens:
        return False
    after = _LISTING_AFTER.match(folded.text, item.end)
    emphasised = folded.source[start - 1 : start] in ("*", "_") and begins
    lettered = after is not None and after.group().strip() in {":", "-", "(", "|"}
    alone = begins and (after is not None or folded.text[item.end : item.end + 1] == BARRIER)
    return emphasised or lettered or (alone if strict else begins)


def _only_marks(text: str) -> bool:
    return not any(char.isalnum() for char in text)


def _follows_naming(item: Occurrence, text: str) -> bool:
    return _NAMED_BEFORE.search(text, max(0, item.start - 24), item.start) is not None


def _enumerated(item: Occurrence, text: str, sure: Accepted) -> bool:
    """Whether a neighbour already accepted as a name is joined to this one."""
    for gap in range(1, _JOIN_LENGTH + 1):
        if item.start - gap in sure.ends and _JOIN.fullmatch(text, item.start - gap, item.start):
            return True
        if item.end + gap in sure.starts and _JOIN.fullmatch(text, item.end, item.end + gap):
            return True
    return False


def _links_home(item: Occurrence, folded: Folded, linked: frozenset[str]) -> bool:
    """A link label whose target, or a host in brackets right after, is the entity's own."""
    if item.name.entity not in linked:
        return False
    rest = folded.text[item.end : item.end + 3]
    return LINK in rest and folded.text[item.start - 1 : item.start] in "[(" and item.start > 0


def _legal_suffix_of_other(item: Occurrence, folded: Folded) -> bool:
    """ "Inc" behind another capitalised word is that company's suffix, not the magazine."""
    if item.name.folded not in LEGAL_SUFFIXES:
        return False
    match = _WORD_BEFORE.search(folded.text, max(0, item.start - 40), item.start)
    return match is not None and folded.char(match.start(1)).isupper()


def _inside_other_name(item: Occurrence, folded: Folded) -> bool:
    """A capitalised word directly before, itself not opening the sentence: "Fiona Apple"."""
    match = _WORD_BEFORE.search(folded.text, max(0, item.start - 40), item.start)
    if match is None or not folded.char(match.start(1)).isupper():
        return False
    before = folded.text[: match.start(1)].rstrip(" \"'(")
    if not before or before[-1] in ".!?:\n":
        return False
    return folded.source[slice(*folded.span(match.start(1), match.end(1)))].istitle()
