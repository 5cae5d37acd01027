"""Groups of a metrics document: each with its readings and their change.

Invariant: a change of model is stated, and no change is computed across it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from presence.analysis.analytics import Cell, MetricValue, compare_prompts, mean_change, readings
from presence.analysis.extraction import BRAND
from presence.analysis.scoring import Change
from presence.domains.analytics.schemas.analytics import (
    AskedPromptOut,
    GroupOut,
    MetricName,
    NamedCompetitorOut,
    PointReadingOut,
    ReadingOut,
    TonesOut,
)
from presence.domains.analytics.service.loaded import SCORES, Loaded, Side
from presence.domains.analytics.service.share_of_voice import (
    SHARE,
    Pair,
    answers_by_pair,
    share_change,
)
from presence.domains.results.queries.cells import PromptRow, RunRow, ScoreRow
from presence.domains.results.schemas.results import DeltaOut

Values = dict[MetricName, ReadingOut | None]
CHANGED = Change(None, None, 0, "model changed")
UNKNOWN = Change(None, None, 0, "not enough data")


def groups_of(loaded: Loaded) -> list[GroupOut]:
    """One group per key, best first by the first metric; one called "all" without grouping."""
    if loaded.asked.group_by == "competitor":
        return _competitors(loaded)
    shown, before = _split(loaded, loaded.shown), _split(loaded, loaded.before)
    changes, asked_at = _prompt_changes(loaded), _asked_at(loaded)
    made = [
        GroupOut(
            key=str(prompt.id) if (prompt := _prompt(loaded, key)) else key,
            label=loaded.label_of(key),
            prompt=AskedPromptOut.model_validate(prompt) if prompt else None,
            values=_values(loaded, cells, before.get(key, []), _change_of(loaded, changes, key)),
            answers=sum(cell.answers for cell in cells),
            failed=sum(cell.failed for cell in cells),
            tones=_tones(cells),
            rivals=_named_competitors(loaded, cells) if loaded.asked.rivals else None,
            last_asked_at=asked_at.get(key),
        )
        for key, cells in shown.items()
    ]
    return sorted(made, key=lambda group: _rank(group, loaded.asked.metrics[0]))


def _tones(cells: Sequence[Cell]) -> TonesOut:
    return TonesOut(
        positive=sum(cell.positive for cell in cells),
        neutral=sum(cell.neutral for cell in cells),
        negative=sum(cell.negative for cell in cells),
    )


def _rank(group: GroupOut, metric: MetricName) -> tuple[bool, float, str]:
    """Best first: highest value, lowest rank; those without a number last."""
    reading = group.values.get(metric)
    value = reading.value if reading else None
    sign = 1.0 if metric == "avgPosition" else -1.0
    return value is None, sign * (value or 0.0), group.label


def _split(loaded: Loaded, side: Side | None) -> dict[str, list[Cell]]:
    groups: dict[str, list[Cell]] = defaultdict(list)
    for row in side.cells if side else ():
        groups[loaded.key_of(row.cell)].append(row.cell)
    return groups


def _asked_at(loaded: Loaded) -> dict[str, datetime]:
    """When the newest run that asked about each group began."""
    at = {run.id: run.at for run in loaded.shown.runs}
    newest: dict[str, datetime] = {}
    for row in loaded.shown.cells:
        key = loaded.key_of(row.cell)
        newest[key] = max(newest.get(key, at[row.run_id]), at[row.run_id])
    return newest


def _named_competitors(loaded: Loaded, cells: Sequence[Cell]) -> list[NamedCompetitorOut]:
    """Who else is named by the answers of a group, most named first."""
    pairs = {(cell.prompt_id, cell.engine) for cell in cells}
    named: dict[str, int] = defaultdict(int)
    for _, cell in loaded.shown.share_of_voice.of_pairs(pairs).named:
        if cell.entity != BRAND and cell.entity in loaded.names and cell.mentions:
            named[cell.entity] += cell.mentions
    ranked = sorted(named.items(), key=lambda pair: (-pair[1], loaded.names[pair[0]]))
    return [
        NamedCompetitorOut(id=key, name=loaded.names[key], answers=count) for key, count in ranked
    ]


def _prompt(loaded: Loaded, key: str) -> PromptRow | None:
    return loaded.prompts[key] if loaded.asked.group_by == "prompt" else None


def _values(
    loaded: Loaded, cells: Sequence[Cell], old: Sequence[Cell], change: Change | None
) -> Values:
    seed = loaded.shown.runs[-1].seed
    plain = [n for n in loaded.asked.metrics if n not in {SHARE, *SCORES}]
    values: Values = {
        name: score_reading(loaded, name) for name in loaded.asked.metrics if name in SCORES
    }
    measured = readings(cells, plain, seed)
    for name in plain:
        moved = change if name == "mentionRate" and change else _headline_change(loaded, name)
        if moved is None and old:
            moved = CHANGED if _model_changed(loaded) else mean_change(name, old, cells, seed)
        values[name] = _reading(measured[name], moved)
    if SHARE in loaded.asked.metrics:
        values[SHARE] = _brands_share(loaded, cells, seed) if len(loaded.names) > 1 else None
    return values


def _headline_change(loaded: Loaded, metric: str) -> Change | DeltaOut | None:
    """What the brand was told of a headline number; None for what no run is judged by."""
    return (loaded.changes[metric] or UNKNOWN) if metric in loaded.changes else None


def _brands_share(loaded: Loaded, cells: Sequence[Cell], seed: int) -> ReadingOut | None:
    """The brand's share of voice in the answers of a group."""
    pairs = {(cell.prompt_id, cell.engine) for cell in cells}
    share_of_voice = loaded.shown.share_of_voice.of_pairs(pairs)
    change = _headline_change(loaded, SHARE)
    if change is None and loaded.before is not None and loaded.before.cells:
        old = loaded.before.share_of_voice.of_pairs(pairs)
        change = (
            CHANGED if _model_changed(loaded) else share_change(BRAND, old, share_of_voice, seed)
        )
    return _reading(share_of_voice.share(), change)


def _model_changed(loaded: Loaded) -> bool:
    """Whether an engine on both sides answered with a different model."""
    old = _models(loaded.before.runs if loaded.before else ())
    new = _models(loaded.shown.runs)
    return any(old[engine] != new[engine] for engine in old.keys() & new.keys())


def _models(runs: Sequence[RunRow]) -> dict[str, set[str]]:
    models: dict[str, set[str]] = defaultdict(set)
    for run in runs:
        for engine, model in run.models.items():
            models[engine].add(model)
    return models


def _prompt_changes(loaded: Loaded) -> Mapping[str, Change]:
    """The change of each question, judged among all questions of the panel."""
    if not _by_question(loaded) or loaded.before is None or _model_changed(loaded):
        return {}
    old, new = loaded.before, loaded.shown
    cells = [[row.cell for row in side.panel] for side in (old, new)]
    return compare_prompts(cells[0], cells[1], (old.days, new.days))


def _by_question(loaded: Loaded) -> bool:
    """Whether groups are questions; all together are one where only one was chosen."""
    grouped, chosen = loaded.asked.group_by, loaded.asked.prompts
    return grouped == "prompt" or (grouped is None and len(chosen) == 1)


def _change_of(loaded: Loaded, changes: Mapping[str, Change], key: str) -> Change | None:
    """The change of a group that is a question: by its panel key, as `changes` has them."""
    if loaded.asked.group_by is not None:
        return changes.get(key)
    alone = {row.cell.prompt_id for row in loaded.shown.cells} if changes else set()
    return changes.get(alone.pop()) if len(alone) == 1 else None


def _reading(reading: MetricValue | None, change: Change | DeltaOut | None) -> ReadingOut | None:
    return None if reading is None else ReadingOut.from_row(reading, delta=change)


def _competitors(loaded: Loaded) -> list[GroupOut]:
    answers = answers_by_pair(loaded.shown.plain)
    total = sum(answers.values())
    made = [
        GroupOut(
            key=entity,
            label=loaded.names[entity],
            prompt=None,
            values=_entity_values(loaded, entity, answers),
            answers=total,
            failed=sum(cell.failed for cell in loaded.shown.plain),
            tones=None,
            rivals=None,
            last_asked_at=loaded.shown.runs[-1].at,
        )
        for entity in loaded.names
        if total
    ]
    return sorted(made, key=lambda group: _rank(group, loaded.asked.metrics[0]))


def _entity_values(loaded: Loaded, entity: str, answers: Mapping[Pair, int]) -> Values:
    share_of_voice, seed = loaded.shown.share_of_voice, loaded.shown.runs[-1].seed
    measured = share_of_voice.readings(entity, answers, seed)
    return {
        name: _reading(measured[name], _entity_change(loaded, entity, name, answers))
        for name in loaded.asked.metrics
        if name in measured
    }


def _entity_change(
    loaded: Loaded, entity: str, metric: str, answers: Mapping[Pair, int]
) -> Change | DeltaOut | None:
    """The change; None if nothing was measured in the previous span."""
    before, after = loaded.before, loaded.shown
    if before is None or not before.cells:
        return None
    if entity in before.share_of_voice.not_counted:
        return UNKNOWN
    if entity == BRAND and (known := _headline_change(loaded, metric)):
        return known
    if _model_changed(loaded):
        return CHANGED
    seed = after.runs[-1].seed
    if metric == SHARE:
        return share_change(entity, before.share_of_voice, after.share_of_voice, seed)
    old = before.share_of_voice.cells(entity, answers_by_pair(before.plain))
    return mean_change(metric, old, after.share_of_voice.cells(entity, answers), seed)


def score_reading(loaded: Loaded, metric: str) -> ReadingOut | None:
    """The score of the newest run of the span that measures it, with its change.

    None if that run could not: what an earlier one measured is in the series.
    """
    measuring = loaded.measuring(metric, loaded.headline)
    row = loaded.scores.get((measuring[-1].id, metric)) if measuring else None
    return None if row is None else ReadingOut.from_row(score_point(row), delta=row.delta)


def score_point(row: ScoreRow) -> PointReadingOut:
    """A stored score as a reading."""
    return PointReadingOut.from_row(row, unit="score100", prompts=None, hits=None)
