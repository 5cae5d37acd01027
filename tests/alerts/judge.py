"""Asks promtool whether a rule fires at a case's moment.

Invariant: a verdict comes from Prometheus's own rule engine, over the rule files as they are given.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # ships no types

from tests.alerts.cases import Case, Series
from tests.architecture.tree import ROOT

CHART = ROOT / "charts/presence"
ALERTS = sorted((CHART / "alerts").glob("*.yaml"))
RULES = sorted((CHART / "rules").glob("*.yaml"))


def promtool() -> str:
    """Path of promtool, unpacked when it is not there yet."""
    found = subprocess.run(  # noqa: S603 - our own tools
        [ROOT / "ops/bootstrap/prometheus"], check=True, capture_output=True, text=True, timeout=110
    )
    return f"{found.stdout.strip()}/promtool"


def rules(files: list[Path]) -> list[dict[str, Any]]:
    """All rules of these files."""
    groups = [g for f in files for g in yaml.safe_load(f.read_text())["groups"]]
    return [rule for group in groups for rule in group["rules"]]


ALERTING = {rule["alert"]: rule for rule in rules(ALERTS)}


def file_of(name: str) -> Path:
    """The file that holds an alert."""
    return next(f for f in ALERTS if f"alert: {name}\n" in f.read_text())


def looked_at(name: str, case: Case, series: Series, firing: bool) -> dict[str, Any]:
    """One promtool test: whether the alert is firing at the case's moment."""
    narrowed = f",{case.labels}" if case.labels else ""
    query = f'count(ALERTS{{alertname="{name}",alertstate="firing"{narrowed}}}) > bool 0'
    return {
        "name": f"{name} {'fires' if firing else 'keeps silent'}",
        "interval": case.step,
        "input_series": [{"series": s, "values": v} for s, v in series.items()],
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
    needed = RULES if "slo:" in file.read_text() else []
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
