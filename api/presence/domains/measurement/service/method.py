"""How everything is measured, taken from the code that measures it.

Invariant: nothing is stated twice: formulas, versions, accuracy and calibration are read from where
they are defined, and what was not measured is null.
"""

from __future__ import annotations

from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.audience.fit import FIT_MODEL
from presence.analysis.audit import AUDIT_VERSION
from presence.analysis.changes import LEAST_QUESTIONS, MOVED_DOUBT, POWER, WITHIN_RUNS
from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.facts import CARD_METRICS, FACTS_VERSION
from presence.analysis.panel import PANEL_VERSION
from presence.analysis.recommendations.grades import (
    GEO_BASELINE,
    GEO_CAUTION,
    GEO_EFFECTS,
)
from presence.analysis.scoring import SCORE_MODEL
from presence.analysis.scoring.calibration import recorded
from presence.analysis.scoring.change import LEVEL, PERMUTATIONS
from presence.analysis.scoring.detector import detector_error, recorded_accuracy
from presence.analysis.scoring.formulas import METRICS
from presence.analysis.scoring.intervals import CONFIDENCE, EXPLORATORY_BELOW, RESAMPLES
from presence.analysis.scoring.observations import ENOUGH_VALID
from presence.analysis.scoring.prompts import PERCENT_FROM_ANSWERS
from presence.analysis.simulator import PHRASINGS, SIMULATOR_VERSION
from presence.analysis.trends import TREND_METRICS
from presence.domains.analytics.service.tiles import TILE_METRICS
from presence.domains.engines.service import recipients
from presence.domains.experiments.queries import what_if
from presence.domains.measurement.schemas.method import (
    CalibrationOut,
    ChangeMethodOut,
    DetectorOut,
    FigureOut,
    GradeOut,
    IntervalsOut,
    MethodOut,
    MetricOut,
    PredictionRecordOut,
    RecipientOut,
    RewriteOut,
    RewritesOut,
    SimulatorOut,
    VerdictOut,
)

SIMULATOR = (
    "A small retrieval-augmented assistant that runs in process. It retrieves from the brand's own"
    " pages and materials and its competitors' pages, and answers with sentences quoted verbatim"
    " from the five best sources. It answers a narrower question than ChatGPT does: would a"
    " retrieval-based assistant find and use your words? Wherever it is used, the number says so."
)
GRADES: tuple[tuple[Literal["A", "B", "C", "D"], str], ...] = (
    ("A", "Controlled experiment"),
    ("B", "Correlational study at scale"),
    ("C", "Convention or vendor documentation"),
    ("D", "Opinion"),
)
VERDICTS = (
    (
        "moved",
        "The runs since the last change differ more than chance and the day explain. In a year"
        " without change a brand is told so in at most 5 of 100 cases, five metrics together.",
    ),
    ("probably moving", "The newest runs agree on a change that is not yet certain."),
    ("within noise", "No sign of change: chance and the day explain the difference."),
    ("not enough data", "Fewer than six questions were answered both times."),
    ("model changed", "A model, a basis or the way answers are read differs: nothing is compared."),
    ("thin panel", "Fewer than half of the answers name anybody the brand is compared with."),
)


_METRICS = (*METRICS, *TILE_METRICS, *CARD_METRICS, *TREND_METRICS)


async def method_document(session: AsyncSession) -> MethodOut:
    """The method page's data; the record of predictions covers everybody's experiments."""
    calibrated = recorded()
    return MethodOut(
        metrics=[MetricOut.model_validate(metric) for metric in _METRICS],
        versions={
            "panel": PANEL_VERSION,
            "extractor": EXTRACTOR_VERSION,
            "scoreModel": SCORE_MODEL,
            "audit": AUDIT_VERSION,
            "audienceFit": FIT_MODEL,
            "facts": FACTS_VERSION,
            "simulator": SIMULATOR_VERSION,
        },
        intervals=IntervalsOut(
            confidence=100.0 * CONFIDENCE,
            resamples=RESAMPLES,
            exploratory_below_prompts=EXPLORATORY_BELOW,
            percent_from_answers=PERCENT_FROM_ANSWERS,
            enough_valid=100.0 * ENOUGH_VALID,
        ),
        change=ChangeMethodOut(
            level=100.0 * LEVEL,
            permutations=PERMUTATIONS,
            least_prompts=LEAST_QUESTIONS,
            false_discovery=100.0 * MOVED_DOUBT,
            power=100.0 * POWER,
            within_runs=WITHIN_RUNS,
            verdicts=[VerdictOut(name=name, meaning=meaning) for name, meaning in VERDICTS],
        ),
        detector=_detector(),
        calibration=CalibrationOut.model_validate(calibrated) if calibrated else None,
        simulator=SimulatorOut(
            version=SIMULATOR_VERSION, phrasings=PHRASINGS, description=SIMULATOR
        ),
        predictions=PredictionRecordOut.model_validate(await what_if.record(session)),
        recipients=[RecipientOut.model_validate(recipient) for recipient in recipients()],
        evidence_grades=[GradeOut(grade=grade, meaning=said) for grade, said in GRADES],
        rewrites=RewritesOut(
            baseline=GEO_BASELINE,
            effects=[RewriteOut(name=name, value=value) for name, value in GEO_EFFECTS],
            caution=GEO_CAUTION,
        ),
    )


def _detector() -> DetectorOut | None:
    """Accuracy of detection; `current` says whether it is that of the extractor in use."""
    found = recorded_accuracy()
    if found is None:
        return None
    return DetectorOut(
        version=found["extractorVersion"],
        texts=found["texts"],
        description=found["description"],
        languages=found["languages"],
        figures=[FigureOut(task=task, **figure) for task, figure in found["figures"].items()],
        current=detector_error() is not None,
    )
