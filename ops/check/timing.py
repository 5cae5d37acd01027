"""A plugin of pytest: how long each file took here, for the plan of the next check."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from ops.check.changes import ROOT

MEMORY = ROOT / ".cache" / "check" / "seconds.json"
_took: dict[str, float] = defaultdict(float)


def remembered() -> dict[str, float]:
    """Test file to seconds."""
    if not MEMORY.exists():
        return {}
    seconds: dict[str, float] = json.loads(MEMORY.read_text(encoding="utf-8"))
    return seconds


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Of every phase of every test."""
    _took[Path(report.nodeid.partition("::")[0]).as_posix()] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Once, in the process that collects the others' reports."""
    if hasattr(session.config, "workerinput"):
        return
    MEMORY.parent.mkdir(parents=True, exist_ok=True)
    MEMORY.write_text(json.dumps({**remembered(), **_took}, indent=1) + "\n", encoding="utf-8")
