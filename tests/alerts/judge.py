"""Asks promtool whether a rule fires at a case's moment.

Invariant: a verdict comes from Prometheus's own rule engine, over the rule files as the chart fills
them in.
"""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.alerts.case import Case, Series
from tests.architecture.tree import ROOT
from tests.charts.chart import combination, of_kind, over, read_yaml, render

CHART = ROOT / "charts/presence"
ALERTS = sorted((CHART / "alerts").glob("*.yaml"))
RULES = sorted((CHART / "rules").glob("*.yaml"))
NAMESPACE = RELEASE = "presence"
GRAFANA = "https://grafana.example.com"
_PLACED: list[TemporaryDirectory[str]] = []  # lives as long as the process


def promtool() -> str:
    """Path of promtool, unpacked when it is not there yet."""
    found = subprocess.run(  # noqa: S603 - our own tools
        [ROOT / "ops/bootstrap/prometheus"], check=True, capture_output=True, text=True, timeout=110
    )
    return f"{found.stdout.strip()}/promtool"


@cache
def rule_files() -> dict[str, Path]:
    """Every file of rules as the chart fills it in, by the name of its source without suffix."""
    asked = {"enabled": True, "prober": "blackbox-exporter.monitoring:9115"}
    told = {"ruleFiles": {"enabled": True}, "probe": asked}
    values = over(combination("metrics"), {"metrics": told}, {"grafana": {"url": GRAFANA}})
    data = of_kind(render(values), "ConfigMap")["rules"]["data"]
    _PLACED.append(TemporaryDirectory(prefix="presence-rules-"))
    found = {}
    for name, text in data.items():
        path = Path(_PLACED[-1].name) / name
        path.write_text(text)
        found[path.stem] = path
    return found


def rules(files: list[Path]) -> list[dict[str, Any]]:
    """All rules of these files."""
    groups = [g for f in files for g in read_yaml(f.read_text())["groups"]]
    return [rule for group in groups for rule in group["rules"]]


ALERTING = {rule["alert"]: rule for rule in rules([rule_files()[f.stem] for f in ALERTS])}
_FILES = {rules([f])[0]["alert"]: f.stem for f in ALERTS}


def file_of(name: str) -> Path:
    """The file that holds an alert, filled in."""
    return rule_files()[_FILES[name]]


def located(series: Series, namespace: str = NAMESPACE, release: str = RELEASE) -> Series:
    """The series with the labels that scraping gives what they do not say themselves."""
    found = {}
    for name, values in series.items():
        metric, _, labels = name.rstrip("}").partition("{")
        given = [labels] if labels else []
        own = {"namespace": namespace, "pod": f"{release}-api-5d6-x"}
        given += [f'{k}="{v}"' for k, v in own.items() if f"{k}=" not in labels]
        found[f"{metric}{{{','.join(given)}}}"] = values
    return found


def looked_at(name: str, case: Case, series: Series, firing: bool) -> dict[str, Any]:
    """One promtool test: whether the alert is firing at the case's moment."""
    narrowed = f",{case.labels}" if case.labels else ""
    query = f'count(ALERTS{{alertname="{name}",alertstate="firing"{narrowed}}}) > bool 0'
    return {
        "name": f"{name} {'fires' if firing else 'keeps silent'}",
        "interval": case.step,
        "input_series": [{"series": s, "values": v} for s, v in located(series).items()],
        "promql_expr_test": [
            {
                "expr": f"({query}) or vector(0)",
                "eval_time": case.at,
                "exp_samples": [{"labels": "{}", "value": int(firing)}],
            }
        ],
    }


def verdict(tool: str, folder: Path, file: Path, case: Case, tests: list[dict[str, Any]]) -> str:
    """What promtool complains about; empty when every test holds."""
    needed = [rule_files()[f.stem] for f in RULES] if "slo:" in file.read_text() else []
    written = folder / "test.yaml"  # JSON is YAML
    written.write_text(
        json.dumps(
            {
                "rule_files": [str(f) for f in (file, *needed)],
                "evaluation_interval": case.step,
                "tests": tests,
            }
        )
    )
    done = subprocess.run(  # noqa: S603 - our own tools
        [tool, "test", "rules", str(written)], capture_output=True, text=True, timeout=100
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr
