"""How likely each candidate in an answer is a name that the answer puts forward.

Two rounds: the first rates each candidate alone, the second also uses the first ratings of its
neighbours, because a list contains either names or none.

Invariant: the probability is the weighted sum of named properties; the weights are data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.competitors.candidates import Case, cases_of
from presence.analysis.competitors.company import company
from presence.analysis.competitors.layout import Layout
from presence.analysis.competitors.likeness import likeness
from presence.analysis.competitors.list_position import Lists, list_properties
from presence.analysis.competitors.lists import ItemHead, lists_of
from presence.analysis.competitors.options import listed_names
from presence.analysis.competitors.prose import prose_names
from presence.analysis.competitors.shape import shape
from presence.analysis.competitors.spans import Span, squeezed
from presence.analysis.competitors.weights import Weights, weights
from presence.analysis.competitors.wording import Verdict, joined, wording

# Properties added in the second round.
SECOND: Final = (
    *("first look", "siblings' chance", "best sibling", "no siblings", "head's chance"),
    *("best of all", "others in the answer", "overlaps a better one"),
)
LIKELY: Final = 0.45
_READ: Final = 0.3
_SAME: Final = 4  # letters of a name that also begins a longer form of it
# Extracts names as if they were tracked: where each is said to exist, and how.
Reader = Callable[[Iterable[str]], Collection[tuple[Span, Verdict]]]
Properties = Mapping[str, float]


@dataclass(slots=True)
class RatedCandidate:
    """A candidate with its properties."""

    case: Case
    properties: dict[str, float]
    chance: float = 0.0

    def first_round(self) -> None:
        """The properties without those added in the second round."""
        for name in SECOND:
            self.properties.pop(name, None)


def rate_candidates(
    text: str, language: str, known: Collection[str], tracked: Sequence[Span], read: Reader
) -> list[RatedCandidate]:
    """The candidates of an answer with their probabilities after both rounds."""
    rated = described(text, language, known, tracked, read)
    for name in ("first", "second"):
        if name == "second":
            second_look(rated)
        for item in rated:
            item.chance = chance_of(item.properties, weights(name))
    return rated


def distinct(rated: Sequence[RatedCandidate]) -> list[Case]:
    """The likely ones in the answer's order, without overlaps or duplicate forms.

    Of candidates that overlap, the most likely is kept, and one of several forms of a name.
    """
    taken: list[Case] = []
    for item in sorted(rated, key=lambda item: -item.chance):
        if item.chance < LIKELY:
            break
        if not any(_overlap(item.case, other) or _one_name(item.case, other) for other in taken):
            taken.append(item.case)
    return sorted(taken, key=lambda case: case.first.span)


def _one_name(one: Case, other: Case) -> bool:
    short, long = sorted((one.key, other.key), key=len)
    return len(short) >= _SAME and long.startswith(short)


def described(
    text: str, language: str, known: Collection[str], tracked: Sequence[Span], read: Reader
) -> list[RatedCandidate]:
    """The candidates of an answer that are not known yet, each with its properties.

    `known` are squeezed names, `tracked` their places.
    """
    found = lists_of(text)
    lists = Lists(found, language, known, text)
    layout = Layout(text)
    cases = [
        case
        for case in cases_of(text, language, found)
        if not _is_one_of(case.key, known) and not _within(case, tracked)
    ]
    heads: dict[int, list[ItemHead]] = {}
    for items in found:
        for head in items.heads:
            heads.setdefault(layout.line_at(head.start).start, []).append(head)
    beside = joined(text, cases, tracked)
    seen = list(read(dict.fromkeys(case.name for case in cases if _is_read(case, language))))
    verdicts = _verdicts(cases, seen)
    listed = listed_names(text, language, known, found)

    def again(names: Iterable[str]) -> list[tuple[Span, Verdict]]:
        wanted = {squeezed(name) for name in names}
        return [(s, v) for s, v in seen if squeezed(text[s.start : s.end]) in wanted]

    prose = prose_names(text, language, [*tracked, *listed], again, len(listed) > 1)
    rules = {"a rule lists it": listed, "a rule puts it forward": prose}
    rated = []
    for case in cases:
        properties = {
            **shape(case.name, language),
            **list_properties(case, lists),
            **wording(case, text, layout, language, beside),
            **{
                rule: float(any(place.span in spans for place in case.places))
                for rule, spans in rules.items()
            },
            **company(case, text, layout, verdicts.get(case.key, {}), tracked, heads),
        }
        rated.append(RatedCandidate(case, crossed({k: v for k, v in properties.items() if v})))
    return rated


def crossed(properties: dict[str, float]) -> dict[str, float]:
    """The properties, with combinations of those that are meaningful together."""
    heads = "heads nothing" not in properties
    where = "head" if heads else "text"
    for name in _DIFFERENT:
        if value := properties.get(name):
            properties[f"{name}, {where}"] = value
    for one, other in _TOGETHER:
        if value := properties.get(one, 0.0) * properties.get(other, 0.0):
            properties[f"{one} + {other}"] = value
    return properties


# Properties that weigh differently for heads of items than in running text.
_DIFFERENT: Final = (
    *("likeness", "one frequent word", "abbreviation", "institution", "known", "trade", "picked"),
    *("judged well", "judged badly", "often", "twice", "known place", "known platform"),
    *("under advice", "many words", "in list and prose", "on a line with a tracked name"),
    *("a line from a tracked name", "far from tracked names", "in a section with a tracked name"),
    *("after all tracked names", "on lines like tracked names", "tracked names in prose"),
    *("tracked names in lists", "none tracked", "rare words", "one word"),
)
_TOGETHER: Final = (
    ("list likeness", "list anchored"),
    ("list anchored", "head described"),
    ("list advises", "no list anchored"),
    ("list likeness", "no list anchored"),
    ("likeness", "opens a sentence of prose"),
    ("likeness", "warning before"),
    ("likeness", "choosing before"),
    ("opens a sentence of prose", "judged badly"),
    ("opens a sentence of prose", "judged well"),
    ("opens a sentence of prose", "picked"),
    ("opens a sentence of prose", "tracked names in prose"),
    ("opens a sentence of prose", "offering after"),
    ("opens a paragraph", "offering after"),
    ("opens a paragraph", "likeness"),
    ("likeness", "offering after"),
    ("likeness", "judged badly"),
    ("likeness", "joined to a known name"),
    ("only frequent words", "opens a sentence"),
    ("choosing before", "a rule puts it forward"),
    ("joined to a known name", "a rule puts it forward"),
    ("a rule lists it", "list anchored"),
    ("behind a label", "praise labels it"),
    ("likeness", "sentence warns"),
    ("sentence warns", "opens a sentence"),
    ("sentence warns", "in prose"),
    ("sentence warns", "judged badly"),
    ("sentence warns", "warning before"),
    ("likeness", "on a line with a tracked name"),
    ("before before", "choosing before"),
    ("heads a column", "list anchored"),
    ("heads a cell", "list anchored"),
    ("heads a row", "list anchored"),
    ("heads a title", "list anchored"),
)


def _is_read(case: Case, language: str) -> bool:
    """Whether it is worth extracting what the answer says about a candidate."""
    whole = any(place.role != "part" for place in case.places)
    return whole and likeness(case.name, language) >= _READ


def _is_one_of(key: str, known: Collection[str]) -> bool:
    """Whether a candidate is a known name, or begins with one: its type of firm, its product."""
    return any(key == name or (len(name) > 3 and key.startswith(name)) for name in known)


def _within(case: Case, tracked: Collection[Span]) -> bool:
    return any(case.first.span.overlaps(span) for span in tracked)


def _verdicts(
    cases: Sequence[Case], read: Collection[tuple[Span, Verdict]]
) -> dict[str, dict[Verdict, int]]:
    starts: dict[int, list[str]] = {}
    for case in cases:
        for place in case.places:
            starts.setdefault(place.span.start, []).append(case.key)
    counted: dict[str, dict[Verdict, int]] = {}
    for span, verdict in read:
        for key in starts.get(span.start, ()):
            tally = counted.setdefault(key, {})
            tally[verdict] = tally.get(verdict, 0) + 1
    return counted


def second_look(rated: Sequence[RatedCandidate]) -> None:
    """Add to each candidate the first ratings of the others, given in `chance`."""
    groups: dict[int, list[RatedCandidate]] = {}
    for item in rated:
        for place in item.case.places:
            if place.items is not None:
                groups.setdefault(id(place.items), []).append(item)
    top = sorted((item.chance for item in rated), reverse=True)
    for item in rated:
        others = [
            other.chance
            for place in item.case.places
            if place.items is not None
            for other in groups[id(place.items)]
            if other is not item
        ]
        rest = [c for c in top if c < item.chance] or [0.0]
        better = [c for c in top if c > item.chance]
        logit = math.log(max(item.chance, 1e-4) / max(1 - item.chance, 1e-4))
        item.properties |= {
            "first look": max(-4.0, min(4.0, logit)) / 4,
            "siblings' chance": sum(others) / len(others) if others else 0.0,
            "best sibling": max(others, default=0.0),
            "no siblings": float(not others),
            "best of all": float(not better),
            "others in the answer": min(1.0, sum(c > 0.5 for c in better + rest) / 5),
            "head's chance": _head_chance(item, rated),
            "overlaps a better one": max(
                (o.chance for o in rated if o is not item and _overlap(o.case, item.case)),
                default=0.0,
            ),
        }


def _head_chance(item: RatedCandidate, rated: Sequence[RatedCandidate]) -> float:
    """The highest probability among the heads of the list item that contains a candidate."""
    heads = [o for o in rated if o is not item and o.case.first.role in ("head", "label")]
    best = 0.0
    for place in item.case.places:
        if place.role in ("head", "label"):
            continue
        for other in heads:
            for theirs in other.case.places:
                head = theirs.head
                if (
                    head is not None
                    and head.end <= place.span.start <= head.end + len(head.after) + 6
                ):
                    best = max(best, other.chance)
    return best


def _overlap(one: Case, other: Case) -> bool:
    return any(a.span.overlaps(b.span) for a in one.places for b in other.places)


def chance_of(properties: Properties, weights: Weights) -> float:
    """The probability that results from the weighted properties."""
    total = weights["constant"] + sum(weights.get(k, 0.0) * v for k, v in properties.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
