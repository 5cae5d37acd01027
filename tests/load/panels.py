"""`python -m tests.load.panels`: whether every panel shows something after real traffic.

    product with metrics ── load (panels_load) ──▶ Prometheus scrapes it ──▶ every panel's queries

Invariant: samples are scraped from running processes, never written. What only a cluster's
exporters can show (FOREIGN) is asked of the recorded samples in tests/dashboards instead.
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
from tests.architecture.tree import ROOT
from tests.assurance.frame import RESULTS, _git
from tests.dashboards.test_dashboards import PANELS, filled, label
from tests.e2e.paying import _set_up
from tests.e2e.product import free_port, running_product
from tests.e2e.subscribers import connected
from tests.load.panels_load import World, live

SETTLE_S = 75.0  # two rounds of the auditor, and of the rules over what was scraped
FOREIGN = ("kube_", "kubelet_", "cnpg_", "certmanager_", "container_")
_RULES = ROOT / "charts/presence/rules"


def main() -> int:
    """0 when every query of ours found data."""
    started = time.monotonic()
    found = asyncio.run(_shown())
    ours = {q: n for q, n in found.items() if not any(word in q for word in FOREIGN)}
    empty = sorted(query for query, number in ours.items() if not number)
    result = {
        "name": "panels",
        "seed": 0,
        "counts": {
            "panels": len(PANELS),
            "queries": len(found),
            "askedOfRealTraffic": len(ours),
            "withData": len(ours) - len(empty),
            "ofExportersOfACluster": len(found) - len(ours),
        },
        "empty": empty,
        "violations": len(empty),
        "passed": not empty,
        "seconds": round(time.monotonic() - started, 1),
        "commit": _git("rev-parse", "HEAD"),
        "modified": bool(_git("status", "--porcelain", "--", "api", "tests/load", "charts")),
        "date": datetime.now(UTC).date().isoformat(),
        "complete": True,
    }
    text = json.dumps(result, indent=2) + "\n"
    (RESULTS / "panels.json").write_text(text)
    sys.stdout.write(text)
    return 0 if result["passed"] else 1


async def _shown() -> dict[str, int]:
    """How many series each query found after the load."""
    with smtp_sink() as mails, receiver() as taking:
        async with engines.start() as asked, stripe.start() as paid, site_server("harrow") as site:
            metrics = free_port()
            variables = {
                **connected(asked, "chatgpt", "claude", "gemini", "perplexity"),
                **dict(line.split("=", 1) for line in paid.variables()),
                "PRESENCE_METRICS__PORT": str(metrics),
                "PRESENCE_MAIL__HOST": "127.0.0.1",
                "PRESENCE_MAIL__PORT": str(mails.port),
                "PRESENCE_MAIL__SECURITY": "none",
            }
            with running_product(**variables) as product, _prometheus(metrics) as address:
                paid.webhook_url = product.url + stripe.WEBHOOK_PATH
                await asyncio.to_thread(_set_up, product, variables)
                await live(World(product, asked, paid, site, taking.origin))
                await asyncio.sleep(SETTLE_S)
                return await asyncio.to_thread(_ask_all, address)


def _ask_all(address: str) -> dict[str, int]:
    found = {}
    for case in PANELS:
        for target in case[1]["targets"]:
            found[f"{label(case)}: {target['expr']}"] = len(_ask(address, target["expr"]))
    return found


def _ask(address: str, expression: str) -> list[Any]:
    query = urlencode({"query": filled(expression)})
    with urlopen(f"{address}/api/v1/query?{query}", timeout=30) as answer:  # noqa: S310 - our own
        found: list[Any] = json.load(answer)["data"]["result"]
        return found


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
            "labels": {"namespace": "presence", "pod": f"presence-{name}", "service": name},
        }
        for number, name in enumerate(names)
    ]
    config = {
        "global": {"scrape_interval": "2s", "evaluation_interval": "5s"},
        "rule_files": [str(file) for file in sorted(_RULES.glob("*.yaml"))],
        "scrape_configs": [{"job_name": "presence", "static_configs": jobs}],
    }
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="presence-panels-") as folder:
        (Path(folder) / "config.yaml").write_text(yaml.safe_dump(config))
        command = [
            f"{tools}/prometheus", "--config.file=config.yaml", "--storage.tsdb.path=data",
            f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn",
        ]  # fmt: skip
        process = subprocess.Popen(command, cwd=folder)  # noqa: S603 - our own tools
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    sys.exit(main())
