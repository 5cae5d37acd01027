"""Breaks: days from which an engine answers differently, and what differs.

Invariant: a break belongs to the models that answered when it was seen; answers of any other model
are left as they are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from presence.analysis.watch.distance import WatchSeries
from presence.analysis.watch.features import FEATURES, LOGARITHMIC

_MEDIAN_TO_SD: Final = 1.4826
_SINCE: Final = re.compile(r" \(since \d{4}-\d{2}-\d{2}\)$")


@dataclass(frozen=True, slots=True)
class EngineBreak:
    """The `number`-th break of an engine: from `began` (UTC) on it answers differently.

    `models` are those it was seen on, as asked for and as reported.
    """

    engine: str
    number: int
    began: date
    models: frozenset[str]


@dataclass(frozen=True, slots=True)
class FeatureShift:
    """What an answer has of a feature before and since, typically, in the feature's own unit.

    `scales` says how far that is, in typical differences between answers to one question.
    """

    feature: str
    before: float
    after: float
    scales: float


def as_answered(engine: str, model: str, day: date, breaks: Iterable[EngineBreak]) -> str:
    """The model, with the day from which it answers as it did on `day` if a break came before.

    Answers whose models differ in this are not compared. `model` may be several, with spaces.
    """
    names = {model, *model.split(" ")}
    past = [b for b in breaks if b.engine == engine and b.began <= day and b.models & names]
    if not model or not past:
        return model
    return f"{model} (since {max(b.began for b in past).isoformat()})"


def as_named(model: str) -> str:
    """The model alone, as its provider names it, without the day `as_answered` adds."""
    return _SINCE.sub("", model)


def feature_shifts(series: WatchSeries, began: int, most: int = 3) -> tuple[FeatureShift, ...]:
    """The features that differ most between the days before `began` and those from it on.

    Only questions answered on both sides count, each for itself. Empty where there are none.
    """
    old, new = (
        np.where(part.answered[:, :, None], part.values, np.nan)
        for part in (series.days(0, began), series.days(began, len(series.values)))
    )
    both = ~np.isnan(old).all(axis=(0, 2)) & ~np.isnan(new).all(axis=(0, 2))
    if not both.any():
        return ()
    before, after = np.nanmedian(old[:, both], axis=0), np.nanmedian(new[:, both], axis=0)
    away = np.abs(old[:, both] - before).reshape(-1, len(FEATURES))
    spread = np.maximum(np.nanmedian(away, axis=0) * _MEDIAN_TO_SD, list(FEATURES.values()))
    scales = (after - before).mean(axis=0) / spread
    found = [
        FeatureShift(
            name,
            _plain(name, float(before[:, at].mean())),
            _plain(name, float(after[:, at].mean())),
            float(scales[at]),
        )
        for at, name in enumerate(FEATURES)
    ]
    moved = sorted(found, key=lambda shift: (-abs(shift.scales), shift.feature))
    return tuple(shift for shift in moved[:most] if shift.scales != 0.0)


def _plain(feature: str, value: float) -> float:
    """A value in the unit people count in."""
    return math.expm1(value) if feature in LOGARITHMIC else value


def break_models(asked: str, reported: Sequence[str]) -> frozenset[str]:
    """The models of a break; what nobody named is left out."""
    return frozenset(name for name in (asked, *reported) if name)
