"""What engines search for while they answer: queries, how asked for, how crowded, how hard."""

from presence.analysis.trends.formula import TREND_METRICS
from presence.analysis.trends.queries import (
    DIFFICULTIES,
    SATURATIONS,
    TRENDS_VERSION,
    TrendCell,
    TrendingQuery,
    trending,
)

__all__ = [
    "DIFFICULTIES",
    "SATURATIONS",
    "TRENDS_VERSION",
    "TREND_METRICS",
    "TrendCell",
    "TrendingQuery",
    "trending",
]
