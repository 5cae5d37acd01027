"""`python -m tests.load.panels`: whether every panel shows something after real traffic.

    product with metrics ── load (panels_load) ──▶ Prometheus scrapes it ──▶ every panel's queries

Invariant: samples are scraped from running processes, never written, and data are numbers other
than 0 at some time of the load. Where a product in order has nothing but 0 (AT_REST, with the
reason) the 0 has to be there. What only a cluster's exporters can show (FOREIGN) is asked of the
recorded samples in tests/dashboards instead.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import yaml  # type: ignore[import-untyped]  # no stubs among the development packages

from presence_standins.engines import server as engines
from presence_standins.receiver.server import receiver
from presence_standins.sites import site_server
from presence_standins.smtp.sink import smtp_sink
from presence_standins.stripe import server as stripe
from tests.alerts.judge import RULES, rule_files
from tests.architecture.tree import ROOT
from tests.assurance.frame import RESULTS, _git
from tests.dashboards.test_dashboards import PANELS, filled, label
from tests.e2e.paying import _set_up
from tests.e2e.product import free_port, running_product
from tests.e2e.subscribers import connected
from tests.load.panels_load import OWN_MODEL, World, live

FOREIGN = ("kube_", "kubelet_", "cnpg_", "barman_", "certmanager_", "container_")
AT_REST = {
    "presence_auditor_failures_total": "a look fails when the database does",
    "presence_budgets_exhausted": "nobody has spent a whole month's money within minutes",
    "presence_impersonations_active": "support is in nobody's place",
    "presence_invariant_violations": "nothing is broken",
    "presence_job_oldest_age_seconds": "a due job is begun sooner than the auditor looks",
    "presence_job_retries_total": "a job that raises is a fault of ours",
    "presence_jobs_dead": "none was given up",
    "presence_postgres_deadlocks_total": "nobody waits for each other",
    "presence_postgres_locks_waiting": "waits are shorter than the looks",
    "presence_postgres_replication_lag_seconds": "there is no standby",
    "presence_postgres_standbys": "there is no standby",
    "presence_postgres_synchronous_standbys": "there is no standby",
    "presence_subscription_drift": "Stripe and we agree",
}
STEP_S = 5
AUDITED_WITHIN_S = 400.0  # the rare looks are five minutes apart
CHECKED = "min(presence_invariant_checked_timestamp_seconds)"
EXEMPLARS = "presence_http_server_request_duration_seconds_bucket"


def main() -> int:
    """0 when every query of ours found data."""
    started = time.monotonic()
    found, exemplars = asyncio.run(_shown())
    ours = {q: n for q, n in found.items() if not any(word in q for word in FOREIGN)}
    at_rest = [q for q, said in ours.items() if said == "zero" and any(m in q for m in AT_REST)]
    empty = sorted(q for q, said in ours.items() if said != "data" and q not in at_rest)
    if not exemplars:
        empty.append("exemplars that lead from a latency to a trace")
    result = {
        "name": "panels",
        "seed": 0,
        "counts": {
            "panels": len(PANELS),
            "queries": len(found),
            "askedOfRealTraffic": len(ours),
            "withData": sum(said == "data" for said in ours.values()),
            "zeroAsInAnyProductInOrder": len(at_rest),
            "ofExportersOfACluster": len(found) - len(ours),
            "exemplars": exemplars,
        },
        "empty": empty,
        "violations": len(empty),
        "passed": not empty,
        "seconds": round(time.monotonic() - started, 1),
        "commit": _git("rev-parse", "HEAD"),
        "modified": bool(_git("status", "--porcelain", "--", "api", "tests/load", "charts")),
        "date": datetime.now(UTC).date().isoformat(),
        "complete": True,
        "covers": ["charts", "api/presence/core/metrics.py", "api/presence/oversight"],
    }
    text = json.dumps(result, indent=2) + "\n"
    (RESULTS / "panels.json").write_text(text)
    sys.stdout.write(text)
    return 0 if result["passed"] else 1


async def _shown() -> tuple[dict[str, str], int]:
    """What each query found during the load (data, zero or nothing), and how many exemplars."""
    with smtp_sink() as mails, receiver() as taking, tempfile.TemporaryDirectory() as folder:
        ahead = Path(folder) / "ahead"
        async with (
            engines.start() as asked,
            stripe.start() as paid,
            site_server("harrow-closed") as site,
        ):
            metrics = free_port()
            variables = {
                **connected(asked, "chatgpt", "claude", "gemini", "perplexity"),
                # What a workspace's own server costs, only its deployment knows.
                "PRESENCE_ENGINES__PRICES": json.dumps({OWN_MODEL: {"output": 1}}),
                **dict(line.split("=", 1) for line in paid.variables()),
                "PRESENCE_METRICS__PORT": str(metrics),
                "PRESENCE_MAIL__HOST": "127.0.0.1",
                "PRESENCE_MAIL__PORT": str(mails.port),
                "PRESENCE_MAIL__SECURITY": "none",
                "PRESENCE_CLOCK_AHEAD": str(ahead),
                "PRESENCE_TELEMETRY__ENDPOINT": site,  # no collector: traces are for exemplars
                "PRESENCE_TELEMETRY__SAMPLE_RATIO": "1",
            }
            with running_product(**variables) as product, _prometheus(metrics) as address:
                began = time.time()
                paid.webhook_url = product.url + stripe.WEBHOOK_PATH
                await asyncio.to_thread(_set_up, product, variables)
                await live(World(product, asked, paid, mails, site, taking.origin, ahead))
                await asyncio.to_thread(_wait_for_the_auditor, address)
                found = await asyncio.to_thread(_ask_all, address, began)
                return found, await asyncio.to_thread(_exemplars, address, began)


def _wait_for_the_auditor(address: str) -> None:
    """Until it has looked at everything since the load ended, and the rules at what it saw."""
    ended = time.time()
    while time.time() < ended + AUDITED_WITHIN_S:
        found = _get(address, "query", query=CHECKED)["result"]
        if found and float(found[0]["value"][1]) > ended:
            time.sleep(2 * STEP_S)
            return
        time.sleep(1)
    raise AssertionError("The auditor did not look at everything.")


def _ask_all(address: str, began: float) -> dict[str, str]:
    found = {}
    for case in PANELS:
        for target in case[1]["targets"]:
            found[f"{label(case)}: {target['expr']}"] = _seen(address, target["expr"], began)
    return found


def _seen(address: str, expression: str, began: float) -> str:
    """`data` when a number other than 0 was there at any time, `zero`, or `nothing` at all."""
    found = _get(
        address,
        "query_range",
        query=filled(expression),
        start=began,
        end=time.time(),
        step=STEP_S,
    )["result"]
    numbers = [float(value) for series in found for _, value in series["values"]]
    known = [number for number in numbers if isfinite(number)]
    return "data" if any(known) else "zero" if known else "nothing"


def _exemplars(address: str, began: float) -> int:
    """How many latencies name the trace they were measured in."""
    found: Any = _get(address, "query_exemplars", query=EXEMPLARS, start=began, end=time.time())
    return sum("trace_id" in e["labels"] for series in found for e in series["exemplars"])


def _get(address: str, what: str, **parameters: str | float) -> Any:
    url = f"{address}/api/v1/{what}?{urlencode(parameters)}"
    with urlopen(url, timeout=60) as answer:  # noqa: S310 - our own
        return json.load(answer)["data"]


@contextmanager
def _prometheus(metrics: int) -> Iterator[str]:
    """A Prometheus that scrapes the product's three processes and follows the chart's rules."""
    tools = subprocess.run(  # noqa: S603 - our own tools
        [ROOT / "ops/bootstrap/prometheus"], check=True, capture_output=True, text=True
    ).stdout.strip()
    names = ("api", "worker", "auditor")
    jobs = [
        {
            "targets": [f"127.0.0.1:{metrics + number}"],
            "labels": {"namespace": "presence", "pod": f"presence-{name}-0", "service": name},
        }
        for number, name in enumerate(names)
    ]
    config = {
        "global": {"scrape_interval": "2s", "evaluation_interval": "5s"},
        "rule_files": [str(rule_files()[file.stem]) for file in RULES],
        "scrape_configs": [{"job_name": "presence", "static_configs": jobs}],
    }
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="presence-panels-") as folder:
        (Path(folder) / "config.yaml").write_text(yaml.safe_dump(config))
        command = [
            f"{tools}/prometheus",
            "--config.file=config.yaml",
            "--storage.tsdb.path=data",
            f"--web.listen-address=127.0.0.1:{port}",
            "--log.level=warn",
            "--enable-feature=exemplar-storage",
        ]
        process = subprocess.Popen(command, cwd=folder)  # noqa: S603 - our own tools
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    sys.exit(main())
