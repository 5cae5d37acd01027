"""Explains why a headline number changed between two runs, to the last point."""

from presence.analysis.why.cells import EXPLAINED, ExplainedMetric
from presence.analysis.why.explain import TwoRuns, explain, explain_overall
from presence.analysis.why.shapley import shapley
from presence.analysis.why.types import (
    CAUSES,
    Cause,
    Explanation,
    ModelEffect,
    MovementRow,
    Part,
    Readings,
    Slice,
)
from presence.analysis.why.words import why_in_words

__all__ = [
    "CAUSES",
    "EXPLAINED",
    "Cause",
    "ExplainedMetric",
    "Explanation",
    "ModelEffect",
    "MovementRow",
    "Part",
    "Readings",
    "Slice",
    "TwoRuns",
    "explain",
    "explain_overall",
    "shapley",
    "why_in_words",
]
