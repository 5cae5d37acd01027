"""The line format of a labelled set, so that the set and what users correct share one shape.

Invariant: a text that was read has spans inside it that hold exactly the words they claim, and
entities that its own entity set knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from presence.analysis.types import BrandProfile, Competitor, Sentiment, Stance

_BRAND = "brand"


class LabelRefused(ValueError):
    """A line that is not a labelled text; the message names the line and the reason."""


@dataclass(frozen=True, slots=True)
class Label:
    """One occurrence: "brand" or a competitor's id, [start, end) in code points of the text."""

    entity: str
    start: int
    end: int
    text: str
    stance: Stance


@dataclass(frozen=True, slots=True)
class Expected:
    """What a careful reader finds.

    `positions` ranks the entities named affirmatively, None where the rank is not judged.
    `sentiment` is the brand's: None when it is not named, or not judged. `recommended` None means
    not judged.
    """

    mentions: tuple[Label, ...]
    positions: tuple[tuple[str, int], ...] | None
    sentiment: Sentiment | None
    recommended: bool | None

    @property
    def named(self) -> frozenset[str]:
        """Entities named affirmatively."""
        return frozenset(m.entity for m in self.mentions if m.stance == "affirmative")

    @property
    def position(self) -> int | None:
        """Rank of the brand; None when it is not named or the rank is not judged."""
        return dict(self.positions or ()).get(_BRAND)


@dataclass(frozen=True, slots=True)
class LabelledText:
    """One text, the entity set it is read with, and what is expected."""

    id: str
    text: str
    profile: BrandProfile
    expected: Expected
    tags: tuple[str, ...] = ()

    @property
    def language(self) -> str:
        """Language of the text, BCP 47."""
        return self.profile.language


def read_lines(lines: Iterable[str]) -> tuple[LabelledText, ...]:
    """Texts of a JSON-lines file, empty lines skipped. Raises LabelRefused."""
    found: list[LabelledText] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(_read(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise LabelRefused(f"Line {number} is not a labelled text: {error}.") from error
    return tuple(found)


def as_line(text: LabelledText) -> str:
    """The text as one line of JSON, without the line end."""
    expected = text.expected
    judged = expected.positions is not None
    value = {
        "id": text.id,
        "language": text.language,
        "text": text.text,
        "brand": _entity_as_json(text.profile),
        "competitors": [{"id": c.id, **_entity_as_json(c)} for c in text.profile.competitors],
        "expected": {
            "mentions": [
                {
                    "entity": m.entity,
                    "start": m.start,
                    "end": m.end,
                    "text": m.text,
                    "stance": m.stance,
                }
                for m in expected.mentions
            ],
            "position": expected.position,
            "positions": dict(expected.positions or ()) if judged else None,
            "sentiment": expected.sentiment,
            "recommended": expected.recommended,
        },
        "tags": list(text.tags),
    }
    return json.dumps(value, ensure_ascii=False)


def _entity_as_json(entity: BrandProfile | Competitor) -> dict[str, Any]:
    found: dict[str, Any] = {"name": entity.name, "aliases": list(entity.aliases)}
    if entity.website is not None:
        found["website"] = entity.website
    if entity.prefixes:
        found["prefixes"] = list(entity.prefixes)
    if entity.is_common_word is not None:
        found["isCommonWord"] = entity.is_common_word
    return found


def _read(value: Mapping[str, Any]) -> LabelledText:
    text, expected = value["text"], value["expected"]
    brand = value["brand"]
    competitors = tuple(Competitor(id=c["id"], **_entity(c)) for c in value["competitors"])
    known = {_BRAND, *(c.id for c in competitors)}
    labels = tuple(_label(m, text, known) for m in expected["mentions"])
    positions = expected["positions"]
    found = Expected(
        mentions=labels,
        positions=None if positions is None else tuple(positions.items()),
        sentiment=_one_of(Sentiment, expected["sentiment"], or_none=True),
        recommended=expected["recommended"],
    )
    _consistent(found, expected["position"])
    profile = BrandProfile(language=value["language"], competitors=competitors, **_entity(brand))
    return LabelledText(value["id"], text, profile, found, tuple(value["tags"]))


def _entity(value: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": value["name"],
        "aliases": tuple(value["aliases"]),
        "website": value.get("website"),
        "prefixes": tuple(value.get("prefixes", ())),
        "is_common_word": value.get("isCommonWord"),
    }


def _label(value: Mapping[str, Any], text: str, known: set[str]) -> Label:
    label = Label(
        value["entity"],
        value["start"],
        value["end"],
        value["text"],
        _one_of(Stance, value["stance"]),
    )
    if text[label.start : label.end] != label.text or not label.text:
        raise ValueError(f"the text does not hold {label.text!r} at {label.start}")
    if label.entity not in known:
        raise ValueError(f"nobody in its entity set is called {label.entity!r}")
    return label


def _consistent(expected: Expected, position: int | None) -> None:
    """Raise ValueError where two labels of a text contradict each other."""
    if expected.positions is not None and {e for e, _ in expected.positions} != expected.named:
        raise ValueError("ranks and affirmative mentions name different entities")
    if position != expected.position:
        raise ValueError("the brand's position is not its rank")
    if _BRAND not in expected.named and (expected.sentiment or expected.recommended):
        raise ValueError("a brand that is not named has neither sentiment nor recommendation")


def _one_of(allowed: Any, value: Any, *, or_none: bool = False) -> Any:
    """`value` when the Literal `allowed` holds it. Raises ValueError."""
    if value in get_args(allowed) or (or_none and value is None):
        return value
    raise ValueError(f"{value!r} is none of {', '.join(get_args(allowed))}")
