"""The method appendix of a report: what was asked, and how everything is counted.

Invariant: formulas, versions and accuracies are those of the method page; only the connecting
sentences are written here.
"""

from __future__ import annotations

import re

from presence.domains.analytics.schemas.analytics import MetricsOut
from presence.domains.measurement.schemas.method import DetectorOut, FigureOut, MethodOut
from presence.domains.publishing.service.reports.blocks import ReportBlock, heading, words
from presence.domains.publishing.service.reports.content import Content
from presence.domains.results.service.score_words import rounded

UNITS = {"score100": "0 to 100", "percent": "%", "rank": "place"}
_KEPT = (
    "Every number is counted from stored answers and pages, which Presence keeps and shows behind"
    " it. Intervals are at {confidence} %; those of scores take their quantiles from a bootstrap"
    " with {resamples} resamples. A score from fewer than {exploratory} questions is called"
    " exploratory; below {percent} answers a rate is given as counts."
)
_CHANGES = (
    "A change is called by one of these verdicts. The error is {level} % a year, with false"
    " discoveries held to {false} % over many questions."
)


def appendix(content: Content) -> list[ReportBlock]:
    """The blocks of the appendix; empty unless it was requested."""
    method = content.section("method", MethodOut)
    if method is None:
        return []
    intervals = method.intervals
    kept = _KEPT.format(
        confidence=rounded(intervals.confidence),
        resamples=intervals.resamples,
        exploratory=intervals.exploratory_below_prompts,
        percent=intervals.percent_from_answers,
    )
    simulated = content.results.basis == "simulator"
    return [
        heading(1, "Method"),
        words(kept),
        *([words(method.simulator.description, lead="Simulator.")] if simulated else []),
        *_asked(content),
        *_formulas(method),
        *_changes(method),
        *_detector(method.detector),
        heading(2, "Evidence grades"),
        *(words(f"{one.meaning}.", lead=f"{one.grade}.") for one in method.evidence_grades),
        heading(2, "Versions"),
        words(" · ".join(f"{spaced(name)} {v}" for name, v in method.versions.items())),
    ]


def _asked(content: Content) -> list[ReportBlock]:
    """Which questions the latest analysis put to which engines."""
    run = content.results.run
    if run is None:
        return []
    answers = f"{run.valid_answers} of {run.total_answers} answers of the latest analysis count"
    engines = [
        words(f"{one.surface}, model {one.model or 'not stated'}.", lead=f"{one.name}.")
        for one in run.engines
        if one.status != "not-asked"
    ]
    prompts = content.section("prompts", MetricsOut)
    listed = [f"“{group.label}”" for group in prompts.groups] if prompts else []
    questions = [words(f"{'; '.join(listed)}.", lead="Questions.")] if listed else []
    return [heading(2, "What was asked"), words(f"{answers}."), *engines, *questions]


def _formulas(method: MethodOut) -> list[ReportBlock]:
    lines = [
        words(
            f"{full_stop(one.formula)} Interval: {full_stop(one.interval)}",
            lead=f"{one.label} ({UNITS.get(one.unit, one.unit)}).",
        )
        for one in method.metrics
    ]
    return [heading(2, "Formulas"), *lines]


def _changes(method: MethodOut) -> list[ReportBlock]:
    change = method.change
    said = _CHANGES.format(level=rounded(change.level), false=rounded(change.false_discovery))
    verdicts = [words(one.meaning, lead=f"{one.name}.") for one in change.verdicts]
    return [heading(2, "Changes"), words(said), *verdicts]


def _detector(detector: DetectorOut | None) -> list[ReportBlock]:
    title = heading(2, "How well names are found in answers")
    if detector is None:
        return [title, words("The accuracy of detection was not measured.")]
    other = "" if detector.current else "; another version is at work now"
    measured = f"Measured on {detector.texts} labelled texts (version {detector.version}{other})."
    figures = [words(_figure(one), lead=f"{spaced(one.task)}.") for one in detector.figures]
    return [title, words(measured), words(detector.description), *figures]


def _figure(one: FigureOut) -> str:
    value, low, high = (rounded(share * 100, 1) for share in (one.value, one.low, one.high))
    return f"{value} % ({low}–{high} %), n = {one.n}"


def full_stop(sentence: str) -> str:
    """The sentence with its full stop."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def spaced(name: str) -> str:
    """ "scoreModel" as "score model"."""
    return re.sub("[A-Z]", lambda found: f" {found[0].lower()}", name)
