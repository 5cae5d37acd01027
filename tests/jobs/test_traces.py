"""One press, one trace: from the browser over the request and its jobs to the provider's call."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import presence.domains.runs.jobs  # noqa: F401 - the job under test registers itself
from presence.core.logging import JsonFormatter
from presence.core.settings import Settings
from presence.core.telemetry import start_telemetry
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.jobs.context import run_job
from tests.analysis.fakes import FakeClock
from tests.conftest import Place, browser
from tests.domains.engines.providers import Provider
from tests.factories.people import make_tenant
from tests.factories.runs import make_brand, session_cookies, worker_hands

TRACE, PRESS = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PRESS}-01"


@pytest.fixture(scope="module")
def settings(place: Place) -> Settings:
    return place.settings(
        engines={"chatgpt": {"api_key": "deployment-chatgpt"}}, telemetry={"sample_ratio": 0}
    )


@pytest.fixture(scope="module")
def app(settings: Settings, database: Database) -> FastAPI:
    return create_customer_app(settings, replace(build_adapters(settings), database=database))


@pytest.fixture
def spans(settings: Settings) -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    stop = start_telemetry(settings, "test", exporter)
    yield exporter
    stop()


def above(span: ReadableSpan) -> int | None:
    return span.parent.span_id if span.parent else None


async def work_off_queue(
    admin: asyncpg.Connection, database: Database, settings: Settings, first: str
) -> None:
    """Do the waiting job `first` as a worker would, with a provider that answers at once."""
    row = await admin.fetchrow(
        "SELECT task_name, args FROM procrastinate_jobs WHERE task_name = $1", first
    )
    async with worker_hands(database, settings) as resources:
        hands = replace(resources, assistants=Provider(FakeClock()))
        await run_job(row["task_name"], hands, 1, json.loads(row["args"]))


async def test_a_press_is_one_trace_down_to_the_providers_call(
    app: FastAPI,
    admin: asyncpg.Connection,
    database: Database,
    settings: Settings,
    spans: InMemorySpanExporter,
) -> None:
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    cookies = await session_cookies(database, tenant)
    async with browser(app, cookies=cookies) as client:
        press = {"traceparent": TRACEPARENT, "method": "POST", "agoMs": 900, "tookMs": 120}
        address = f"/api/v1/brands/{subject.brand_id}/runs"
        started = await client.post(address, json={}, headers={"traceparent": TRACEPARENT})
        assert started.status_code == 202, started.text
        told = {"page": "/dashboard", "presses": [press]}
        assert (await client.post("/api/v1/browser-reports", json=told)).status_code == 204
    await work_off_queue(admin, database, settings, "visibility.run")
    found = {span.name: span for span in spans.get_finished_spans()}
    pressed, request = found["press POST"], found["POST /api/v1/brands/{brand_id}/runs"]
    job, call = found["job visibility.run"], next(s for n, s in found.items() if "chat " in n)
    chain = (pressed, request, job, call)
    assert {f"{span.context.trace_id:032x}" for span in chain if span.context} == {TRACE}
    assert [above(span) for span in chain] == [
        None,
        *(span.context.span_id for span in chain[:-1] if span.context),
    ]
    assert (call.attributes or {})["gen_ai.provider.name"] == "chatgpt"


async def test_what_nobody_pressed_is_not_traced_and_its_jobs_carry_nothing(
    app: FastAPI, admin: asyncpg.Connection, database: Database, spans: InMemorySpanExporter
) -> None:
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        await client.post(f"/api/v1/brands/{subject.brand_id}/runs", json={})
    newest = "SELECT args FROM procrastinate_jobs ORDER BY id DESC LIMIT 1"
    assert "traceparent" not in await admin.fetchval(newest)
    assert spans.get_finished_spans() == ()


@pytest.mark.parametrize(
    "header",
    [
        "",
        "00",
        f"00-{TRACE}-{PRESS}-00",
        f"00-{'0' * 32}-{PRESS}-01",
        f"00-{'x' * 32}-{PRESS}-01",
        f"ff-{TRACE}-{PRESS}-01",
    ],
)
async def test_a_malformed_or_unsampled_trace_is_not_continued(
    app: FastAPI, spans: InMemorySpanExporter, header: str
) -> None:
    async with browser(app) as client:
        assert (await client.get("/healthz", headers={"traceparent": header})).status_code == 200
    assert spans.get_finished_spans() == ()


async def test_a_fault_ends_its_span_as_an_error_without_its_words(
    app: FastAPI, spans: InMemorySpanExporter
) -> None:
    async with browser(app) as client:
        odd = {"content-type": "application/json", "traceparent": TRACEPARENT}
        await client.post("/api/v1/webhooks/stripe", content=b"{}", headers=odd)
    (span,) = spans.get_finished_spans()
    assert (span.attributes or {})["http.response.status_code"] == 503
    assert not span.status.is_ok
    assert span.events == ()


async def test_a_log_line_below_a_span_names_its_trace(
    app: FastAPI, spans: InMemorySpanExporter, caplog: pytest.LogCaptureFixture
) -> None:
    lines: list[dict[str, Any]] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonFormatter().format(record)))

    log, keeping = logging.getLogger("presence.http.middleware"), Keeping()
    log.addHandler(keeping)
    log.setLevel(logging.INFO)
    try:
        async with browser(app) as client:
            own: httpx.Response = await client.post(
                "/api/v1/brands", json={}, headers={"traceparent": TRACEPARENT}
            )
        assert own.status_code == 401
    finally:
        log.removeHandler(keeping)
    assert [line["traceId"] for line in lines] == [TRACE]
