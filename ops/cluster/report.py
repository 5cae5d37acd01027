"""What a run of the cluster has shown, as it is committed.

Invariant: `deploy.json` counts requests answered while pods were replaced; `cluster.json` has the
rest: versions, durations, what was seen.
"""

# ruff: noqa: T201 - a command that says what it shows

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from ops.cluster.machine import ROOT
from ops.cluster.story import Story, commit_shown

RESULTS = ROOT / "ops" / "assurance"
STEPS = ("upgrade", "restart", "drain", "rollback")


def write(story: Story, failure: str, seconds: float) -> int:
    """Write both results; 0 when every step was taken and no request failed."""
    failed = sum(step["failed"] for step in story.load.values())
    complete = not failure and set(story.load) == set(STEPS)
    common: dict[str, Any] = {
        "violations": failed + bool(failure),
        "passed": complete and failed == 0,
        "seconds": round(seconds, 1),
        "commit": commit_shown(),
        "modified": False,  # images are built from commits
        "date": datetime.now(UTC).date().isoformat(),
        "complete": complete,
    }
    cluster = {"versions": story.versions, "durations": story.seconds, "seen": story.seen}
    counts = {
        "requests": sum(step["requests"] for step in story.load.values()),
        "failed": failed,
        **story.load,
    }
    if failure:
        cluster["failure"] = failure[:2000]
    _write("cluster", {**cluster, **common})
    _write("deploy", {"counts": counts, **common})
    return 0 if common["passed"] else 1


def _write(name: str, result: dict[str, Any]) -> None:
    text = json.dumps({"name": name, "seed": 0, **result}, indent=2) + "\n"
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(text)
    print(text)
