"""Whether an engine still answers as it did, seen by questions whose answers hardly change.

Rooms: `canaries` the questions · `features` what is kept of an answer · `distance` how far a day
lies from others · `evidence` days added up, with a bound on false alarms · `breaks` what a change
ends · `shares` change points of a cited domain's share. Formulas and sources:
ops/docs/statistics.md.
"""

from presence.analysis.watch.breaks import (
    EngineBreak,
    FeatureShift,
    as_answered,
    as_named,
    break_models,
    feature_shifts,
)
from presence.analysis.watch.canaries import Canary, canaries, canary_languages
from presence.analysis.watch.distance import (
    LEAST_ANSWERS,
    WatchSeries,
    day_distances,
    watch_series,
)
from presence.analysis.watch.evidence import (
    ALARM,
    LAG_DAYS,
    LEAST_REFERENCE,
    REFERENCE_DAYS,
    DayVerdict,
    WatchState,
    judge_day,
)
from presence.analysis.watch.features import FEATURES, CanaryAnswer, canary_answer
from presence.analysis.watch.shares import ShareChange, SharePoint, domain_shares, share_changes

__all__ = [
    "ALARM",
    "FEATURES",
    "LAG_DAYS",
    "LEAST_ANSWERS",
    "LEAST_REFERENCE",
    "REFERENCE_DAYS",
    "Canary",
    "CanaryAnswer",
    "DayVerdict",
    "EngineBreak",
    "FeatureShift",
    "ShareChange",
    "SharePoint",
    "WatchSeries",
    "WatchState",
    "as_answered",
    "as_named",
    "break_models",
    "canaries",
    "canary_answer",
    "canary_languages",
    "day_distances",
    "domain_shares",
    "feature_shifts",
    "judge_day",
    "share_changes",
    "watch_series",
]
