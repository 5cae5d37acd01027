"""`python -m tests.charts.audited FOLDER VERSION N M`: what ops/scripts/chart-audit has found.

Writes ops/assurance/chart.json from the outputs of kube-score (VERSION, N exemptions) and checkov
(M exemptions) in FOLDER.

Invariant: a result names the chart it is about by a hash of everything a cluster gets from it but
rules and dashboards, which promtool and Grafana's own form judge.
"""

from __future__ import annotations

import hashlib
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.architecture.tree import ROOT
from tests.assurance.staleness import git
from tests.charts.chart import CHART

RESULT = ROOT / "ops" / "assurance" / "chart.json"
_LOOKED_AT = ("Chart.yaml", "values.yaml", "values.schema.json", "ci/*", "templates/**/*")


def chart_hash() -> str:
    """SHA-256 over names and contents of the chart's files."""
    files = {path for pattern in _LOOKED_AT for path in CHART.glob(pattern) if path.is_file()}
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(CHART)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def summed(folder: Path) -> dict[str, Any]:
    """How many checks were made and how many objected."""
    lines = [line for path in sorted(folder.glob("*.score")) for line in path.open()]
    reports = json.loads((folder / "checkov.json").read_text())
    summary = (reports[0] if isinstance(reports, list) else reports)["summary"]
    return {
        "kubeScoreChecks": sum(line.startswith("[OK]") for line in lines),
        "kubeScoreFindings": sum(line.startswith(("[CRITICAL]", "[WARNING]")) for line in lines),
        "checkovChecks": summary["passed"],
        "checkovFindings": summary["failed"] + summary["parsing_errors"],
        "checkovSkippedByAnObject": summary["skipped"],
        "checkovVersion": summary["checkov_version"],
    }


def main(folder: Path, version: str, exempt: tuple[int, int]) -> int:
    """0 when both have looked at something and found nothing."""
    found = summed(folder)
    checkov = found.pop("checkovVersion")
    violations = found["kubeScoreFindings"] + found["checkovFindings"]
    looked = bool(found["kubeScoreChecks"] and found["checkovChecks"])
    result = {
        "name": "chart",
        "versions": {"kube-score": version, "checkov": checkov},
        "chart": chart_hash(),
        "counts": {**found, "kubeScoreExemptions": exempt[0], "checkovExemptions": exempt[1]},
        "violations": violations,
        "passed": looked and not violations,
        "commit": git("rev-parse", "HEAD"),
        "date": datetime.now(UTC).date().isoformat(),
        "covers": ["charts"],
    }
    text = json.dumps(result, indent=2) + "\n"
    RESULT.write_text(text)
    sys.stdout.write(text)
    return 0 if result["passed"] else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], (int(sys.argv[3]), int(sys.argv[4]))))
