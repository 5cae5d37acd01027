"""Sums of answers that the analytics screens are read from, and the metrics over such sums."""

from presence.analysis.analytics.cells import Cell, EntityCell, cells_of, entity_cells_of
from presence.analysis.analytics.sources import SourceCount, sources_of
from presence.analysis.analytics.tables import (
    METRICS,
    Compared,
    Reading,
    compare,
    readings,
    voice_of,
)

__all__ = [
    "METRICS",
    "Cell",
    "Compared",
    "EntityCell",
    "Reading",
    "SourceCount",
    "cells_of",
    "compare",
    "entity_cells_of",
    "readings",
    "sources_of",
    "voice_of",
]
