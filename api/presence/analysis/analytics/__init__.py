"""Sums of answers that the analytics screens are read from, and the metrics over such sums."""

from presence.analysis.analytics.cells import Cell, EntityCell, cells_of, entity_cells_of
from presence.analysis.analytics.sources import SourceCount, sources_of
from presence.analysis.analytics.tables import (
    METRICS,
    MetricValue,
    compare_prompts,
    mean_change,
    rank_reading,
    rate_of_run,
    rate_reading,
    readings,
    voice_of,
)

__all__ = [
    "METRICS",
    "Cell",
    "EntityCell",
    "MetricValue",
    "SourceCount",
    "cells_of",
    "compare_prompts",
    "entity_cells_of",
    "mean_change",
    "rank_reading",
    "rate_of_run",
    "rate_reading",
    "readings",
    "sources_of",
    "voice_of",
]
