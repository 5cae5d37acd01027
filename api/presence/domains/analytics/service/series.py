"""Time series of a metrics document: the first metric by day, week or month.

Invariant: at most 12 series of at most 400 points; a bucket without data has no point.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from presence.analysis.analytics import MetricValue, readings
from presence.analysis.extraction import BRAND
from presence.domains.analytics.schemas.analytics import PointOut, PointReadingOut, SeriesOut
from presence.domains.analytics.service.loaded import SCORES, Loaded
from presence.domains.analytics.service.share_of_voice import SHARE, answers_by_pair
from presence.domains.analytics.service.tables import score_point
from presence.domains.results.queries.cells import RunRow
from presence.domains.results.service.ranges import bucket_of

MAX_SERIES = 12
MAX_POINTS = 400


def series_of(loaded: Loaded, keys: Sequence[str]) -> list[SeriesOut]:
    """The first metric by bucket, for at most 12 groups; prompts have none."""
    if loaded.asked.group_by == "prompt" or not loaded.shown.runs:
        return []
    metric = loaded.asked.metrics[0]
    buckets = _buckets(loaded)
    return [
        SeriesOut(
            key=key,
            label=loaded.label_of(key),
            metric=metric,
            points=[
                point for day, runs in buckets if (point := _point(loaded, metric, key, day, runs))
            ],
        )
        for key in keys[:MAX_SERIES]
    ]


def _buckets(loaded: Loaded) -> list[tuple[date, list[RunRow]]]:
    zone = loaded.ranges.shown.zone
    days: dict[date, list[RunRow]] = defaultdict(list)
    stored = loaded.asked.metrics[0] in SCORES
    for run in loaded.headline if stored else loaded.shown.runs:
        days[bucket_of(run.at, loaded.asked.interval, zone)].append(run)
    return sorted(days.items())[-MAX_POINTS:]


def _point(
    loaded: Loaded, metric: str, key: str, day: date, runs: Sequence[RunRow]
) -> PointOut | None:
    reading = _reading(loaded, metric, key, runs)
    if reading is None:
        return None
    models = sorted({f"{engine}: {model}" for r in runs for engine, model in r.models.items()})
    return PointOut.from_row(reading, at=day, run_id=runs[-1].id, models=models)


def _reading(
    loaded: Loaded, metric: str, key: str, runs: Sequence[RunRow]
) -> MetricValue | PointReadingOut | None:
    if metric in SCORES:
        own = loaded.measuring(metric, runs)
        if metric == "overall":  # a sum of other answers is no point of this line
            own = [run for run in own if run.basis == loaded.basis]
        rows = [loaded.scores[r.id, metric] for r in own if (r.id, metric) in loaded.scores]
        return score_point(rows[-1]) if rows else None
    ids = {run.id for run in runs}
    everyone = loaded.asked.group_by in {None, "competitor"}
    cells = [
        row.cell
        for row in loaded.shown.cells
        if row.run_id in ids and (everyone or loaded.key_of(row.cell) == key)
    ]
    if loaded.asked.group_by == "competitor" or metric == SHARE:
        entity = key if loaded.asked.group_by == "competitor" else BRAND
        share_of_voice, seed = loaded.shown.share_of_voice.of_runs(ids), runs[-1].seed
        return share_of_voice.readings(entity, answers_by_pair(cells), seed).get(metric)
    return readings(cells, [metric], runs[-1].seed)[metric]
