"""The position of a candidate in the answer's lists, and the heads of its neighbours."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.competitors.candidates import CandidatePlace, Case
from presence.analysis.competitors.cues import cue
from presence.analysis.competitors.likeness import likeness
from presence.analysis.competitors.lists import ItemHead, ItemList, words_of
from presence.analysis.competitors.spans import is_known, squeezed

_NAME: Final = 0.5
_DESCRIBED: Final = 25  # characters of an item that describe its head
_PRICE = re.compile(r"[$€£¥₺]\s?\d|\d\s?(?:€|£|zł|TL|kr|円|元|ريال|euros?|EUR|USD|PLN)")
_SMALL = re.compile(r"\s*[a-zß-ÿ(]")
_CHECKBOX = re.compile(r"\[[ xX]\]\s*[*_]*$|[✅☑✔]️?\s*[*_]*$")


@dataclass(frozen=True, slots=True)
class ListView:
    """Properties of one list as a whole."""

    order: int
    size: int
    likeness: float
    anchored: bool
    advises: bool
    offers: bool
    described: float
    priced: float
    bold: float
    cut: float
    words: float
    repeated: float  # labels that also head items of other lists: "Price", "Pros"


class Lists:
    """The lists of an answer, each described once."""

    def __init__(
        self, lists: Sequence[ItemList], language: str, known: Collection[str], text: str
    ) -> None:
        self.text = text
        self.language = language
        self.known = known
        self.labels = [squeezed(head.text) for items in lists for head in items.heads]
        self.views = {id(items): self._view(order, items) for order, items in enumerate(lists)}
        self.some_anchored = any(view.anchored for view in self.views.values())
        self.titles = {
            id(items.above): self.views[id(items)] for items in lists if items.above is not None
        }

    def _view(self, order: int, items: ItemList) -> ListView:
        heads = items.heads
        heading = re.sub(r"^[#*_\s\d.)]+", "", f"{items.section} {items.heading}")
        size = len(heads)
        return ListView(
            order=order,
            size=size,
            likeness=sum(likeness(h.text, self.language) for h in heads) / size,
            anchored=any(
                is_known(h.text, self.known) or is_known(h.after[:_DESCRIBED], self.known)
                for h in heads
            ),
            advises=bool(cue("advice", self.language).search(heading)),
            offers=bool(cue("options", self.language).search(heading)),
            described=sum(len(h.after) >= _DESCRIBED for h in heads) / size,
            priced=sum(bool(_PRICE.search(h.after)) for h in heads) / size,
            bold=sum(h.bold for h in heads) / size,
            cut=sum(h.cut for h in heads) / size,
            words=sum(len(list(words_of(h.text))) for h in heads) / size,
            repeated=sum(self.labels.count(squeezed(h.text)) > 1 for h in heads) / size,
        )

    def of(self, items: ItemList) -> ListView:
        """The description of a list."""
        return self.views[id(items)]


def list_properties(case: Case, lists: Lists) -> Mapping[str, float]:
    """Properties of the best place at which a candidate heads a list item.

    A candidate that heads nothing has only the property "heads nothing".
    """
    places = [place for place in case.places if place.role in ("head", "label")]
    if not places:
        return {"heads nothing": 1.0}
    ranked = [_at(place, lists) for place in places if place.items is not None]
    return max(ranked, key=lambda f: f.get("list anchored", 0) + f.get("list likeness", 0))


def _at(place: CandidatePlace, lists: Lists) -> dict[str, float]:
    items, head = place.items, place.head
    if items is None or head is None:
        return {}
    view = lists.of(items)
    others = [h for h in items.heads if h is not head]
    mean = sum(likeness(h.text, lists.language) for h in others) / len(others) if others else 0.0
    after = head.after
    found = {
        f"heads a {items.mark}": 1.0,
        "behind a label": float(place.role == "label"),
        "praise labels it": float(
            place.role == "label" and bool(cue("options", lists.language).search(head.text))
        ),
        "a warning labels it": float(
            place.role == "label" and bool(cue("shunning", lists.language).search(head.text))
        ),
        "whole head": float(place.role == "head" and place.span.end == head.end),
        "head in bold": float(head.bold),
        "head cut off": float(head.cut),
        "head flows on": float(head.bold and not head.cut and bool(_SMALL.match(after))),
        "head described": float(len(after) >= _DESCRIBED),
        "head priced": float(bool(_PRICE.search(after))),
        "head alone": float(not others),
        "checkbox": float(bool(_CHECKBOX.search(lists.text[max(0, head.start - 8) : head.start]))),
        "list likeness": view.likeness,
        "siblings' likeness": mean,
        "list anchored": float(view.anchored),
        "other list anchored": float(lists.some_anchored and not view.anchored),
        "no list anchored": float(not lists.some_anchored),
        "list advises": float(view.advises and not view.offers),
        "list offers": float(view.offers and not view.advises),
        "list described": view.described,
        "list priced": view.priced,
        "list in bold": view.bold,
        "list cut off": view.cut,
        "list of long heads": max(0.0, min(1.0, (view.words - 2) / 4)),
        "label repeated": float(lists.labels.count(squeezed(head.text)) > 1),
        "list of labels": view.repeated,
        "first list": float(view.order == 0),
        "later list": min(1.0, view.order / 4),
        "inside an item": float(items.inside),
    }
    found |= _around(items, head, lists)
    return found


def _around(items: ItemList, head: ItemHead, lists: Lists) -> dict[str, float]:
    found: dict[str, float] = {}
    above = items.above
    if above is not None:
        found["below a name"] = float(likeness(above.text, lists.language) >= _NAME)
        found["below a tracked name"] = float(is_known(above.text, lists.known))
        found["below advice"] = float(bool(cue("advice", lists.language).search(above.text)))
    below = lists.titles.get(id(head))
    if below is not None:
        found["above a list"] = 1.0
        found["above names"] = float(below.likeness >= _NAME)
        found["above tracked names"] = float(below.anchored)
    elif any(id(other) in lists.titles for other in items.heads):
        found["others above lists"] = 1.0
    return found
