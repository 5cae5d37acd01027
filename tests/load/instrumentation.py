"""What watching costs: `python -m tests.load.instrumentation`.

One application answers GET /api/user in this process, straight through ASGI, in turns without
metrics and traces, with them, and with one call in a hundred traced. The processor's time of
this process is counted, so another busy process on the machine changes nothing and PostgreSQL's
work is left out: the ratio is lower than what a client sees. Prints one JSON object.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from dataclasses import replace
from statistics import median
from typing import Any

import uvloop
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.types import ASGIApp, Message, Scope

from presence.core.telemetry import start_telemetry
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.observing import Observing
from tests.factories.people import make_tenant
from tests.factories.runs import session_cookies
from tests.load.asking import empty_database

ROUNDS, CALLS = 15, 300
PATH = "/api/user"


async def measure() -> dict[str, float]:
    """Median processor microseconds a call of each way, and the ratios of calls a second."""
    async with empty_database() as (database, settings):
        settings = settings.model_copy(deep=True)
        settings.rates.default = (100_000_000, 60)
        app = create_customer_app(settings, replace(build_adapters(settings), database=database))
        cookies = await session_cookies(database, await make_tenant(database))
        cookie = "; ".join(f"{k}={v}" for k, v in cookies.items())
        scope = {**_scope(cookie), "app": app}
        bare, watched = _without(app), app.build_middleware_stack()
        await _calls(bare, scope), await _calls(watched, scope)
        found: dict[str, list[float]] = {"bare": [], "watched": [], "traced": []}
        for _ in range(ROUNDS):
            found["bare"].append(await _calls(bare, scope))
            found["watched"].append(await _calls(watched, scope))
            stop = start_telemetry(settings, "bench", InMemorySpanExporter())
            found["traced"].append(await _calls(watched, scope))
            stop()
        app.state.accounts.close()
    cost = {name: round(median(values), 1) for name, values in found.items()}
    ratios = {
        f"{name}Ratio": round(
            median(b / w for b, w in zip(found["bare"], found[name], strict=True)), 3
        )
        for name in ("watched", "traced")
    }
    return {**{f"{name}Microseconds": value for name, value in cost.items()}, **ratios}


def _without(app: Any) -> ASGIApp:
    """The same application and state without the watching middleware."""
    kept = app.user_middleware
    app.user_middleware = [each for each in kept if each.cls is not Observing]
    try:
        stack: ASGIApp = app.build_middleware_stack()
        return stack
    finally:
        app.user_middleware = kept


def _scope(cookie: str) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": PATH,
        "raw_path": PATH.encode(),
        "query_string": b"",
        "root_path": "",
        "client": ("127.0.0.1", 50_000),
        "server": ("localhost", 8000),
        "headers": [(b"host", b"localhost:8000"), (b"cookie", cookie.encode())],
    }


async def _calls(stack: ASGIApp, scope: Scope) -> float:
    """Processor microseconds of one call. RuntimeError unless each is answered 200."""
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    gc.collect()
    started = time.process_time()
    for _ in range(CALLS):
        await stack({**scope, "state": {}}, receive, send)
    spent = time.process_time() - started
    if statuses != [200] * CALLS:
        raise RuntimeError(f"{PATH} answered {set(statuses)}.")
    return spent / CALLS * 1_000_000


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        sys.stdout.write(json.dumps(runner.run(measure())) + "\n")
