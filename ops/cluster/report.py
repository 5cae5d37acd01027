"""What a run of the cluster has shown, as it is committed.

    deploy.json    requests while pods were replaced
    cluster.json   everything else: versions, durations, what was seen

Invariant: passed means that every step was taken, that admission refused what it should, that every
object the chart declares is there and well, applied by the server for helm, with its pods on more
than one node, that somebody's analysis was completed, that no process of the cluster ended early,
and that under each step's load no request failed. Failed is,
as said before the run, every request that did not end with the one status it should: no answer,
5xx, or a 4xx. What is written names the commit the images and this program are from.
"""

# ruff: noqa: T201 - a command that says what it shows

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from ops.cluster.machine import ROOT, run
from ops.cluster.story import Story, commit_shown

RESULTS = ROOT / "ops" / "assurance"
COVERS = ["charts", "ops/images", "api/presence/entrypoints"]
STEPS = ("upgrade", "restart", "drain", "rollback")
TRUE = ("podSecurityRefuses", "unknownFieldRefused")


def write(story: Story, failure: str, seconds: float) -> int:
    """Write both results; 0 when nothing is to be held against the run."""
    wrong = faults(story)
    failed = sum(step["failed"] for step in story.load.values())
    complete = not failure and set(story.load) == set(STEPS)
    common: dict[str, Any] = {
        "violations": failed + len(wrong) + bool(failure),
        "passed": complete and not wrong and failed == 0,
        "seconds": round(seconds, 1),
        "commit": commit_shown(),
        "modified": bool(_not_committed()),
        "date": datetime.now(UTC).date().isoformat(),
        "complete": complete,
    }
    cluster = {"versions": story.versions, "durations": story.seconds, "seen": story.seen}
    counts = {
        "requests": sum(step["requests"] for step in story.load.values()),
        "failed": failed,
        **story.load,
    }
    if failure or wrong:
        cluster["failure"] = "; ".join([*wrong, failure])[:2000]
    _write("cluster", {**cluster, **common, "covers": COVERS})
    _write("deploy", {"counts": counts, **common, "covers": [*COVERS, "api/presence/migrations"]})
    return 0 if common["passed"] else 1


def faults(story: Story) -> list[str]:
    """What was seen and should not have been, beside requests that failed."""
    found = [f"{name} is not so" for name in TRUE if not story.seen.get(name)]
    found += _of_installation(story.seen)
    found += [f"{name} ended early" for name in story.seen.get("processesThatEndedEarly", [])]
    return found + [f"no requests during {n}" for n, s in story.load.items() if not s["requests"]]


def _of_installation(seen: dict[str, Any]) -> list[str]:
    """What the installation lacks; nothing is taken for granted that was not looked at."""
    found = [f"{name} is absent" for name in seen.get("absent", ())]
    found += seen.get("unwell", ())
    wanted = {
        "nothing was declared": seen.get("declared"),
        "objects were not applied by the server for helm": seen.get("serverSideApplyBy")
        == ["helm"],
        "all pods are on one node": len(seen.get("podsByNode", ())) > 1,
        "the first analysis was not completed": seen.get("journey", {}).get("run") == "completed",
        "the dashboard is empty": seen.get("journey", {}).get("dashboardBytes"),
    }
    return found + [sentence for sentence, so in wanted.items() if not so]


def _not_committed() -> str:
    """Files that differ from the commit; results of runs are what runs write."""
    return run("git", "-C", ROOT, "status", "--porcelain", "--", ".", ":!ops/assurance")


def _write(name: str, result: dict[str, Any]) -> None:
    text = json.dumps({"name": name, "seed": 0, **result}, indent=2) + "\n"
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(text)
    print(text)
