"""Experiments with controls: drawn by lot, registered before, judged once."""

from presence.analysis.experiments.drawing import (
    Draw,
    LotQuestion,
    draw_controls,
    draw_treated,
    seed_of,
)
from presence.analysis.experiments.permutation import ArmsCompared, compare_arms, least_p
from presence.analysis.experiments.power import (
    noise_of_change,
    noise_of_question,
    power_at,
    smallest_effect,
)
from presence.analysis.experiments.record import (
    LEAST_WORKSPACES,
    MedianEffect,
    PredictionScore,
    chance_of_gain,
    median_effect,
    score_predictions,
)
from presence.analysis.experiments.registration import (
    EXPERIMENT_VERSION,
    Assignment,
    Metric,
    Registration,
    frozen_hash,
)
from presence.analysis.experiments.synthetic import (
    LEAST_RUNS,
    Synthetic,
    simplex_weights,
    synthetic_control,
)
from presence.analysis.experiments.verdict import (
    ArmMeans,
    Circumstances,
    ExperimentOutcome,
    QuestionChange,
    Reason,
    RunSnapshot,
    Verdict,
    judge_experiment,
)

__all__ = [
    "EXPERIMENT_VERSION",
    "LEAST_RUNS",
    "LEAST_WORKSPACES",
    "ArmMeans",
    "ArmsCompared",
    "Assignment",
    "Circumstances",
    "Draw",
    "ExperimentOutcome",
    "LotQuestion",
    "MedianEffect",
    "Metric",
    "PredictionScore",
    "QuestionChange",
    "Reason",
    "Registration",
    "RunSnapshot",
    "Synthetic",
    "Verdict",
    "chance_of_gain",
    "compare_arms",
    "draw_controls",
    "draw_treated",
    "frozen_hash",
    "judge_experiment",
    "least_p",
    "median_effect",
    "noise_of_change",
    "noise_of_question",
    "power_at",
    "score_predictions",
    "seed_of",
    "simplex_weights",
    "smallest_effect",
    "synthetic_control",
]
