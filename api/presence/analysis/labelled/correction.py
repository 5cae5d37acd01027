"""A user's "wrong detection" as a labelled text, so that what users see wrong can be measured.

Invariant: only what the person said is changed; whatever that leaves open is unjudged, never
guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from presence.analysis.labelled.texts import Expected, Label, LabelledText
from presence.analysis.types import BrandProfile, Extraction

CorrectionKind = Literal["not-this-brand", "missed", "wrong-stance", "wrong-sentiment"]
_BRAND = "brand"
_TAG = "correction"


@dataclass(frozen=True, slots=True)
class LabelCorrection:
    """What a person says is wrong with [start, end) of an answer, read as `entity`."""

    kind: CorrectionKind
    entity: str
    start: int
    end: int


def from_correction(
    identifier: str,
    text: str,
    profile: BrandProfile,
    extraction: Extraction,
    corrections: Iterable[LabelCorrection],
) -> LabelledText:
    """The answer as extracted, with a person's corrections applied.

    A wrong stance turns affirmative into negated and anything else into affirmative. Ranks are
    unjudged once another set of entities is named; sentiment once it was called wrong or the
    brand became named. `profile.language` must be the answer's. Raises ValueError for a span
    outside the text or for an entity that the profile does not know.
    """
    asked = tuple(corrections)
    known = {_BRAND, *(c.id for c in profile.competitors)}
    for correction in asked:
        if not 0 <= correction.start < correction.end <= len(text):
            raise ValueError(f"The correction {correction} lies outside the text.")
        if correction.entity not in known:
            raise ValueError(f"The profile knows nobody called {correction.entity!r}.")
    before = tuple(
        Label(m.entity, m.start, m.end, text[m.start : m.end], m.stance)
        for m in extraction.mentions
    )
    labels = before
    for correction in asked:
        labels = _applied(labels, correction, text)
    expected = _judged(extraction, before, labels, asked)
    kinds = {f"{_TAG}-{c.kind}" for c in asked}
    return LabelledText(identifier, text, profile, expected, (_TAG, *sorted(kinds)))


def _applied(
    labels: tuple[Label, ...], correction: LabelCorrection, text: str
) -> tuple[Label, ...]:
    if correction.kind == "wrong-sentiment":
        return labels
    others = tuple(label for label in labels if not _same(label, correction))
    if correction.kind == "not-this-brand":
        return others
    if correction.kind == "missed":
        start, end = correction.start, correction.end
        found = Label(correction.entity, start, end, text[start:end], "affirmative")
        return tuple(sorted((*others, found), key=lambda label: label.start))
    return tuple(_turned(label) if _same(label, correction) else label for label in labels)


def _same(label: Label, correction: LabelCorrection) -> bool:
    overlap = label.start < correction.end and correction.start < label.end
    return overlap and label.entity == correction.entity


def _turned(label: Label) -> Label:
    return replace(label, stance="negated" if label.stance == "affirmative" else "affirmative")


def _judged(
    extraction: Extraction,
    before: tuple[Label, ...],
    labels: tuple[Label, ...],
    corrections: tuple[LabelCorrection, ...],
) -> Expected:
    """Labels with what is still known of ranks, sentiment and recommendation."""
    was, now = (Expected(found, None, None, None).named for found in (before, labels))
    named, newly = _BRAND in now, _BRAND in now and _BRAND not in was
    disputed = newly or any(c.kind == "wrong-sentiment" and c.entity == _BRAND for c in corrections)
    recommended = extraction.recommended if named else False
    return Expected(
        mentions=labels,
        positions=extraction.positions if was == now else None,
        sentiment=None if disputed or not named else extraction.sentiment,
        recommended=None if newly else recommended,
    )
