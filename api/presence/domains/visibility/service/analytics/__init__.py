"""What the analytics screens show, read from stored sums of answers."""

from presence.domains.visibility.service.analytics.loaded import GroupBy, MetricsQuery
from presence.domains.visibility.service.analytics.metrics import metrics
from presence.domains.visibility.service.analytics.tiles import tiles

__all__ = ["GroupBy", "MetricsQuery", "metrics", "tiles"]
