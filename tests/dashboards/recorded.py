"""Twenty minutes of samples of every metric, as Prometheus would have stored them.

Our own metrics come from the product's registry, so a renamed one disappears from here too; what
a cluster's exporters show is listed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from prometheus_client import Counter, Gauge, Histogram

from presence.core import metrics

START, STEP_S, STEPS = 1_700_000_000, 60, 20
END = START + STEP_S * STEPS
_RESULTS = ("completed", "failed", "sent", "succeeded", "ready", "started")
_EXAMPLES: dict[str, tuple[str, ...]] = {
    "method": ("GET", "POST"), "status_class": ("2xx", "5xx"), "route": ("/api/user",),
    "result": _RESULTS, "engine": ("chatgpt",), "kind": ("full", "deployment", "workspace"),
    "gen_ai_provider_name": ("chatgpt",), "state": ("todo", "failed", "active"),
    "what": ("answers", "runs"), "source": ("cache", "disk"), "queue": ("default",),
}  # fmt: skip
_OF_METRIC = {"presence_crawl_pages_total": {"result": ("2xx", "timeout")}}
_HPA = "kube_horizontalpodautoscaler_"
_API = '{horizontalpodautoscaler="presence-api"}'
FOREIGN = {
    'slo:budget_remaining:30d{release="presence",slo="api-availability"}': 0.9,
    'slo:error_ratio:1h{release="presence",slo="api-availability"}': 0.0001,
    'kubelet_volume_stats_available_bytes{persistentvolumeclaim="presence-postgres-1"}': 40,
    'kubelet_volume_stats_capacity_bytes{persistentvolumeclaim="presence-postgres-1"}': 100,
    "barman_cloud_cloudnative_pg_io_last_available_backup_timestamp": START,
    'kube_cronjob_status_last_successful_time{cronjob="restore-drill"}': START,
    'certmanager_certificate_expiration_timestamp_seconds{name="web"}': END,
    'container_memory_working_set_bytes{pod="presence-api-1"}': 5,
    'kube_pod_container_resource_limits{pod="presence-api-1",resource="memory"}': 10,
    f"{_HPA}status_current_replicas{_API}": 2,
    f"{_HPA}spec_max_replicas{_API}": 6,
    'kube_pod_status_ready{pod="presence-api-1",condition="false"}': 0,
    "process_start_time_seconds": START,
    "process_resident_memory_bytes": 1,
    "process_open_fds": 1,
    "process_max_fds": 10,
}
FOREIGN_COUNTERS = (
    'container_cpu_usage_seconds_total{pod="presence-api-1"}',
    'container_cpu_cfs_throttled_periods_total{pod="presence-api-1"}',
    'container_cpu_cfs_periods_total{pod="presence-api-1"}',
    'kube_pod_container_status_restarts_total{pod="presence-api-1"}',
    'container_network_receive_bytes_total{pod="presence-api-1"}',
    'container_network_transmit_bytes_total{pod="presence-api-1"}',
)


def openmetrics() -> str:
    """The text that `promtool tsdb create-blocks-from openmetrics` reads."""
    return "\n".join([*_lines(), "# EOF", ""])


def _lines() -> Iterator[str]:
    for series, growth in _series():
        for step in range(STEPS + 1):
            value = growth[0] + growth[1] * step
            yield f"{series} {value} {START + step * STEP_S}"


def _series() -> Iterator[tuple[str, tuple[float, float]]]:
    """(series, (first value, growth a step))."""
    for metric in vars(metrics).values():
        if isinstance(metric, Counter | Gauge | Histogram):
            for labels in _labels(metric):
                yield from _of(metric, labels)
    for series, value in FOREIGN.items():
        yield series, (value, 0)
    for series in FOREIGN_COUNTERS:
        yield series, (0, 1)


def _labels(metric: Counter | Gauge | Histogram) -> Iterator[str]:
    suffix = "_total" if isinstance(metric, Counter) else ""
    own = _OF_METRIC.get(metric._name + suffix, {})
    names = metric._labelnames
    for values in product(*(own.get(n, _EXAMPLES.get(n, ("x",))) for n in names)):
        yield ",".join(f'{n}="{v}"' for n, v in zip(names, values, strict=True))


def _of(
    metric: Counter | Gauge | Histogram, labels: str
) -> Iterator[tuple[str, tuple[float, float]]]:
    name = metric._name
    if isinstance(metric, metrics.LookedUpTotal):
        yield f"{name}_total{{{labels}}}", (0, 10)
    elif isinstance(metric, Gauge):
        yield f"{name}{{{labels}}}", (START if "timestamp" in name else 1, 1)
    elif isinstance(metric, Counter):
        yield f"{name}_total{{{labels}}}", (0, 10)
    else:
        for number, bound in enumerate([*metric._upper_bounds], start=1):
            le = "+Inf" if bound == float("inf") else str(bound)
            yield f'{name}_bucket{{{labels}{"," if labels else ""}le="{le}"}}', (0, number)
        total = len(metric._upper_bounds)
        yield f"{name}_count{{{labels}}}", (0, total)
        yield f"{name}_sum{{{labels}}}", (0, total)
