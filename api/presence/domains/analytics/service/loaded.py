"""The inputs of a metrics document, loaded completely before anything is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from presence.analysis.analytics import Cell
from presence.analysis.extraction import BRAND
from presence.domains.analytics.schemas.analytics import MetricName
from presence.domains.analytics.service.share_of_voice import ShareOfVoice
from presence.domains.results.queries.cells import PromptRow, RunCellRow, RunRow, ScoreRow
from presence.domains.results.schemas.results import DeltaOut
from presence.domains.results.service.ranges import Compare, Interval, Match, Ranges
from presence.domains.runs.schemas.runs import RunBasis
from presence.domains.runs.service.run_kinds import pipeline_of

GroupBy = Literal["engine", "prompt", "topic", "competitor"]
SCORES = ("overall", "technical", "audienceFit")  # stored per run, not read from cells


@dataclass(frozen=True, slots=True)
class MetricsQuery:
    """The parameters of a query; empty filters admit everything. Metric names are the schema's."""

    metrics: tuple[MetricName, ...]
    group_by: GroupBy | None
    ranges: tuple[Any, Any]
    compare: Compare
    interval: Interval
    engines: tuple[str, ...]
    topics: tuple[str, ...]
    intents: tuple[str, ...]
    prompts: tuple[UUID, ...]
    markets: tuple[str, ...] = ()
    rivals: bool = False  # also who else is named by the answers of each group
    compared: tuple[Any, Any] = (None, None)
    match: Match | None = None

    @property
    def whole(self) -> bool:
        """Whether it is about the brand as a whole, as its headline numbers are."""
        chosen = (self.engines, self.topics, self.intents, self.prompts, self.markets)
        return self.group_by in {None, "competitor"} and not any(chosen)


@dataclass(frozen=True, slots=True)
class Side:
    """The runs of one span on the shown basis, with their cells after filtering.

    `panel` are the cells of all questions on the chosen engines, by which the change of any one
    question is judged: which others are listed beside it must not alter it.
    """

    runs: tuple[RunRow, ...]
    cells: tuple[RunCellRow, ...]
    share_of_voice: ShareOfVoice
    panel: tuple[RunCellRow, ...] = ()

    @property
    def plain(self) -> list[Cell]:
        """The cells alone."""
        return [row.cell for row in self.cells]

    @property
    def days(self) -> int:
        """How many days its runs began on, at least 1."""
        return max(1, len({run.at.date() for run in self.runs}))


@dataclass(frozen=True, slots=True)
class Loaded:
    """All inputs of a metrics document; `scores` maps (run, metric) to a stored row.

    `headline` are the runs that may have such rows, those that only audited the site among them.
    `changes` are those of the brand's headline numbers since the compared span; empty where the
    document is about a part of the brand.
    """

    asked: MetricsQuery
    ranges: Ranges
    basis: RunBasis | None
    shown: Side
    before: Side | None
    prompts: Mapping[str, PromptRow]
    names: Mapping[str, str]
    scores: Mapping[tuple[UUID, str], ScoreRow]
    headline: tuple[RunRow, ...]
    as_of: datetime
    changes: Mapping[str, DeltaOut | None]

    def measuring(self, metric: str, runs: Sequence[RunRow]) -> list[RunRow]:
        """Those of the runs that measure a stored score: the newest is what the dashboard shows."""
        return [run for run in runs if pipeline_of(run.kind).keeps(metric)]

    def key_of(self, cell: Cell) -> str:
        """The group a cell belongs to; "all" without grouping."""
        match self.asked.group_by:
            case "engine":
                return cell.engine
            case "prompt":
                return cell.prompt_id
            case "topic":
                return self.prompts[cell.prompt_id].topic
            case _:
                return "all"

    def label_of(self, key: str) -> str:
        """The name of a group: the brand, a competitor, an engine, a topic or a question."""
        if key in self.names:
            return self.names[key]
        match self.asked.group_by:
            case "engine":
                return next(
                    (r.names[key] for r in reversed(self.shown.runs) if key in r.names), key
                )
            case "prompt":
                return self.prompts[key].text
            case "topic":
                return key
            case _:
                return self.names[BRAND]
