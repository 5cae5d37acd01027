"""The real movement told by topic, question, engine and competitor.

Invariant: rows of one kind add up to what the answers changed, except competitors, which are named
or not in the same answers; every row opens to its answers in both runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from presence.analysis.scoring import Observation
from presence.analysis.scoring.content import Bools
from presence.analysis.scoring.intervals import Floats
from presence.analysis.why.cells import Axes, Cells, value_of
from presence.analysis.why.mixtures import Mixture
from presence.analysis.why.types import MovementRow, Slice

BRAND = "brand"
_KeyOf = Callable[[Observation], tuple[str, str]]


def slices_of(
    mixture: Mixture,
    axes: Axes,
    old: Sequence[Observation],
    new: Sequence[Observation],
    names: Mapping[str, str],
) -> tuple[MovementRow, ...]:
    """Rows of every kind, the largest movement first; none without a shared question.

    A question belongs to the topic it has in the new run. `names` labels competitors by id.
    """
    shared = mixture.shared
    if not shared.any():
        return ()
    before, after = _shared(old, axes, shared), _shared(new, axes, shared)
    topics = {o.prompt_id: o.answer.prompt.topic for o in after}
    points = 100.0 * mixture.contributions()
    kinds: tuple[tuple[Slice, _KeyOf], ...] = (
        ("topic", lambda o: (topics[o.prompt_id], topics[o.prompt_id])),
        ("question", lambda o: (o.prompt_id, o.answer.prompt.text)),
        ("engine", lambda o: (o.engine_id, o.answer.engine.name)),
    )
    rows = [
        row
        for kind, key_of in kinds
        for row in _rows(kind, key_of, mixture, axes, points, (before, after))
    ]
    rows += _competitors(mixture, axes, (before, after), names)
    return tuple(sorted(rows, key=lambda row: (-abs(row.points), row.label)))


def _shared(observations: Sequence[Observation], axes: Axes, shared: Bools) -> list[Observation]:
    both = {
        (axes.prompts[row], axes.engines[column])
        for row, column in zip(*np.nonzero(shared), strict=True)
    }
    return [o for o in observations if (o.prompt_id, o.engine_id) in both]


def _rows(
    kind: Slice,
    key_of: _KeyOf,
    mixture: Mixture,
    axes: Axes,
    points: Floats,
    sides: tuple[list[Observation], list[Observation]],
) -> Iterator[MovementRow]:
    prompts = {prompt: at for at, prompt in enumerate(axes.prompts)}
    engines = {engine: at for at, engine in enumerate(axes.engines)}
    old, new = _grouped(sides[0], key_of), _grouped(sides[1], key_of)
    labels = dict(map(key_of, sides[1]))
    for key, label in labels.items():
        mask = np.zeros_like(mixture.shared)
        for o in new[key]:
            mask[prompts[o.prompt_id], engines[o.engine_id]] = True
        yield MovementRow(
            kind,
            key,
            label,
            float(points[mask].sum()),
            _within(mixture, mixture.old, mask),
            _within(mixture, mixture.new, mask),
            _ids(old[key]),
            _ids(new[key]),
        )


def _within(mixture: Mixture, cells: Cells, mask: Bools) -> float | None:
    """The metric over the marked cells, weighed as in the new run."""
    weights = np.where(mask, _new_weights(mixture), 0.0)
    value = value_of(mixture.metric, cells, weights)
    return None if value is None else 100.0 * value


def _new_weights(mixture: Mixture) -> Floats:
    return mixture.weights(frozenset({"questions", "engines", "answers"}))


def _grouped(observations: Sequence[Observation], key_of: _KeyOf) -> dict[str, list[Observation]]:
    groups: dict[str, list[Observation]] = defaultdict(list)
    for o in observations:
        groups[key_of(o)[0]].append(o)
    return groups


def _competitors(
    mixture: Mixture,
    axes: Axes,
    sides: tuple[list[Observation], list[Observation]],
    names: Mapping[str, str],
) -> Iterator[MovementRow]:
    """How often the answers to shared questions name each competitor, in percent."""
    named = [_naming(side) for side in sides]
    totals = [len(side) for side in sides]
    for entity in sorted(named[0].keys() | named[1].keys()):
        if entity == BRAND or entity not in names:
            continue
        rates = [100.0 * len(n[entity]) / total for n, total in zip(named, totals, strict=True)]
        yield MovementRow(
            "competitor",
            entity,
            names[entity],
            rates[1] - rates[0],
            rates[0],
            rates[1],
            _ids(named[0][entity]),
            _ids(named[1][entity]),
        )


def _naming(observations: Sequence[Observation]) -> dict[str, list[Observation]]:
    found: dict[str, list[Observation]] = defaultdict(list)
    for o in observations:
        for entity, _ in o.extraction.positions:
            found[entity].append(o)
    return found


def _ids(observations: Sequence[Observation]) -> tuple[str, ...]:
    return tuple(sorted(o.answer.id for o in observations))
