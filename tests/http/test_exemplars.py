"""A latency leads to the trace it was measured in: the page of metrics names it as an exemplar."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client.openmetrics.exposition import generate_latest

from presence.core.metrics import COUNTED
from presence.core.telemetry import start_telemetry
from tests.conftest import Place

TRACE = "5bf92f3577b34da6a3ce929d0e0e4737"
LATENCY = "presence_http_server_request_duration_seconds_bucket"


@pytest.fixture
def recording(place: Place) -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    stop = start_telemetry(place.settings(telemetry={"sample_ratio": 0}), "test", exporter)
    yield exporter
    stop()


def exemplars() -> set[str]:
    """Traces that the page Prometheus reads names beside latencies of GET /healthz."""
    page = generate_latest(COUNTED).decode()  # type: ignore[no-untyped-call]  # as it is
    lines = [line for line in page.splitlines() if line.startswith(LATENCY) and "/healthz" in line]
    return set(re.findall(r'# \{trace_id="([0-9a-f]{32})"\}', "\n".join(lines)))


async def test_a_traced_request_is_named_beside_its_latency(
    client: httpx.AsyncClient, recording: InMemorySpanExporter
) -> None:
    await client.get("/healthz", headers={"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"})
    assert TRACE in exemplars()
    (span,) = recording.get_finished_spans()
    assert span.context is not None
    assert f"{span.context.trace_id:032x}" == TRACE


async def test_a_request_that_is_not_traced_names_none(
    client: httpx.AsyncClient, recording: InMemorySpanExporter
) -> None:
    before = exemplars()
    await client.get("/healthz")
    assert exemplars() == before
