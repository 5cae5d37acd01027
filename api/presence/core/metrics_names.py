"""Old names of metrics beside the new ones, for one release.

Invariant: whatever is shown under an old name is shown under its new one with the same labels and
the same value, from the same reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

PREFIX = "presence_"
# Those that never had a name without the prefix.
NEW = frozenset({"presence_build_info", "presence_database_up"})


class Shown(CollectorRegistry):
    """What one process shows: its registries, and old names while they are wanted."""

    def __init__(self, *registries: CollectorRegistry, old_names: bool) -> None:
        super().__init__()
        for registry in registries:
            self.register(_All(registry, old_names=old_names))


class _All(Collector):
    def __init__(self, registry: CollectorRegistry, *, old_names: bool) -> None:
        self._registry, self._old_names = registry, old_names

    def describe(self) -> Iterable[Metric]:
        """Nothing: names are looked at when they are shown."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Every metric once, and once more under its old name."""
        for metric in self._registry.collect():
            yield metric
            if self._old_names and metric.name.startswith(PREFIX) and metric.name not in NEW:
                yield _renamed(metric)


def _renamed(metric: Metric) -> Metric:
    """The same under the name without the prefix."""
    text = f"Deprecated, goes with the next release: {metric.name} says the same."
    old = Metric(metric.name.removeprefix(PREFIX), text, metric.type)
    old.samples = [one._replace(name=one.name.removeprefix(PREFIX)) for one in metric.samples]
    return old
