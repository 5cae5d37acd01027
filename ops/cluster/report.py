"""What a run of the cluster has shown, as it is committed.

Invariant: `deploy.json` counts requests while pods were replaced, `cluster.json` has the rest. A
request is dropped when nothing answers or the answer is a server's fault; one that the product's
own limits refuse (409, 429) was answered and is counted apart, in `answers`.
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
    """Write both results; 0 when every step was taken and no request dropped."""
    dropped = sum(lost(step["answers"]) for step in story.load.values())
    complete = not failure and set(story.load) == set(STEPS)
    common: dict[str, Any] = {
        "violations": dropped + bool(failure),
        "passed": complete and dropped == 0,
        "seconds": round(seconds, 1),
        "commit": commit_shown(),
        "modified": False,  # images are built from commits
        "date": datetime.now(UTC).date().isoformat(),
        "complete": complete,
    }
    cluster = {"versions": story.versions, "durations": story.seconds, "seen": story.seen}
    counts = {
        "requests": sum(step["requests"] for step in story.load.values()),
        "dropped": dropped,
        **story.load,
    }
    if failure:
        cluster["failure"] = failure[:2000]
    _write("cluster", {**cluster, **common})
    _write("deploy", {"counts": counts, **common})
    return 0 if common["passed"] else 1


def lost(answers: dict[str, int]) -> int:
    """How many requests got no answer or a server's fault; an answer's name is its status."""
    fine = {said for said in answers if said.isdigit() and int(said) < 500}
    return sum(count for said, count in answers.items() if said not in fine)


def _write(name: str, result: dict[str, Any]) -> None:
    text = json.dumps({"name": name, "seed": 0, **result}, indent=2) + "\n"
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(text)
    print(text)
