"""What the analytics screens show, read from stored sums of answers."""

from presence.domains.analytics.service.loaded import GroupBy, MetricsQuery
from presence.domains.analytics.service.metrics import metrics
from presence.domains.analytics.service.named import named_in_run
from presence.domains.analytics.service.tiles import tiles

__all__ = ["GroupBy", "MetricsQuery", "metrics", "named_in_run", "tiles"]
