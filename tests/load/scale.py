"""`python -m tests.load.scale`: what growth needs, computed from measured costs per unit.

    tests/load/scale.json (measured, assumed) ──▶ the computed parts of ops/docs/scale.md
    ops/assurance/restore.json (recovery)     ──┘

Invariant: a figure of those parts is computed here; whoever measures anew changes the JSON.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import fill
from typing import Any

from tests.architecture.tree import ROOT

GIVEN = Path(__file__).with_name("scale.json")
RESTORED = ROOT / "ops/assurance/restore.json"
DOCUMENT = ROOT / "ops/docs/scale.md"
TENANTS = (1_000, 10_000, 100_000)
MONTHS, HOUR_S, WIDTH = 12, 3_600, 100
_PART = "<!-- computed: {name} (python -m tests.load.scale) -->\n{text}\n<!-- end -->"
_FOUND = re.compile(
    r"<!-- computed: (\w+) \(python -m tests\.load\.scale\) -->\n.*?<!-- end -->", re.S
)


class Needs:
    """What a number of tenants needs, in plain numbers."""

    def __init__(self, given: dict[str, Any], tenants: int) -> None:
        said = given["assumed"]
        cost = {unit["name"]: unit["value"] for unit in given["measured"] if "name" in unit}
        times = tenants / 1_000
        self.by_plan = {
            p["plan"]: p["workspaces"] * p["brands"] * p["runsPerMonth"] * times
            for p in said["perThousand"]
        }
        self.analyses = sum(self.by_plan.values())
        visitors = tenants * said["visitorsShareOfDay"]
        busiest = said["busiestHourShare"]
        self.calls = visitors * said["callsPerVisitor"] * busiest / HOUR_S
        self.api_cores = self.calls * said["callSeconds"]
        self.streams = visitors * said["streamShareOfVisitors"]
        self.idle = self.streams / cost["streamRecheckSeconds"]
        self.api_pods = max(
            said["leastPods"],
            math.ceil(self.streams / said["streamsPerPod"]),
            math.ceil(self.api_cores / said["coresPerPod"]),
        )
        self.hourly = self.analyses / said["daysPerMonth"] * busiest
        self.places = self.hourly * said["placeMinutes"] / 60
        wanted = math.ceil(self.places / said["placesPerWorker"] * said["spare"])
        self.workers = max(said["leastPods"], wanted)
        self.worker_cores = self.hourly * cost["analysisProcessorSeconds"] / HOUR_S
        self.gigabytes = self.analyses * MONTHS * cost["analysisMegabytes"] / 1_000
        self.connections = (
            self.api_pods * said["connectionsPerApiPod"]
            + self.workers * said["connectionsPerWorker"]
        )
        self.answers = sum(self.by_plan[p["plan"]] * p["paidAnswers"] for p in said["perThousand"])
        self.engine_usd = self.answers * cost["answerUsd"]
        self.most_usd = times * sum(p["workspaces"] * p["mostUsd"] for p in said["perThousand"])


def about(value: float, digits: int = 2) -> str:
    """A number with so many digits that mean something: 3,049 or 0.23."""
    if not value:
        return "0"
    places = digits - 1 - math.floor(math.log10(abs(value)))
    rounded = round(value, places)
    return f"{rounded:,.{max(0, places)}f}"


def many(value: float) -> str:
    """122,000 or 1.2 million."""
    return f"{about(value / 1e6, 3)} million" if value >= 1e6 else about(value, 3)


def size(gigabytes: float) -> str:
    """40 GB or 4.0 TB."""
    return f"{about(gigabytes / 1_000)} TB" if gigabytes >= 1_000 else f"{about(gigabytes)} GB"


def pods(number: int, least: int) -> str:
    """2, for availability, or 17."""
    return f"{number}" if number > least else f"{number}, for availability"


def percent(share: float) -> str:
    """15 %, as people write it."""
    return f"{share * 100:.0f} %"


def computed() -> dict[str, str]:
    """The parts of the document by name."""
    given = json.loads(GIVEN.read_text(encoding="utf-8"))
    return {"units": _units(given), "assumed": _assumed(given), "needs": _needs(given)}


def _units(given: dict[str, Any]) -> str:
    units = [*given["measured"], _recovery()]
    rows = [f"| {u['unit']} | {u['shown']} | {u['how']} |" for u in units]
    return "\n".join(["| unit | measured | how |", "|---|---|---|", *rows])


def _recovery() -> dict[str, str]:
    """As it was measured last."""
    counts = json.loads(RESTORED.read_text(encoding="utf-8"))["counts"]
    return {
        "unit": f"recovery of a backup with {many(counts['rows'])} rows",
        "shown": f"{counts['recoverySeconds']} s",
        "how": "`make assure NAME=restore`, `ops/assurance/restore.json`",
    }


def _assumed(given: dict[str, Any]) -> str:
    said, needs = given["assumed"], Needs(given, 1_000)
    plans = ", ".join(
        f"{p['workspaces']} {p['plan']} ({p['brands']} brand{'s' * (p['brands'] > 1)},"
        f" {'monthly' if p['runsPerMonth'] == 1 else 'weekly'})"
        for p in said["perThousand"]
    )
    sums = " + ".join(f"{number:,.0f}" for number in needs.by_plan.values())
    text = (
        f"Assumed: of 1,000 tenants {plans}: {sums} = {needs.analyses:,.0f} analyses a month, taken"
        f" as large as the one measured. {percent(said['visitorsShareOfDay'])} of the tenants"
        f" come on a day and make {said['callsPerVisitor']} calls of"
        f" {said['callSeconds'] * 1_000:.0f} ms; {percent(said['busiestHourShare'])} of a day"
        f" falls into its busiest hour. A place of a worker is held for {said['placeMinutes']}"
        f" minutes by an analysis (it waits for providers), a worker has"
        f" {said['placesPerWorker']} places, an API pod holds {said['streamsPerPod']:,} streams."
    )
    return fill(text, WIDTH)


def _needs(given: dict[str, Any]) -> str:
    said, needs = given["assumed"], [Needs(given, tenants) for tenants in TENANTS]
    least, hour = said["leastPods"], percent(said["busiestHourShare"])
    paid = {p["paidAnswers"] for p in said["perThousand"] if p["plan"] != "free"}
    (free,) = (p["paidAnswers"] for p in said["perThousand"] if p["plan"] == "free")
    rows: dict[str, Callable[[Needs], str]] = {
        "analyses a month": lambda n: about(n.analyses, 4),
        "calls in the busiest hour": lambda n: f"{about(n.calls)}/s",
        "API, cores busy": lambda n: about(n.api_cores),
        f"API pods of one core, {percent(said['coresPerPod'])} busy at most": lambda n: pods(
            n.api_pods, least
        ),
        f"open streams ({percent(said['streamShareOfVisitors'])} of a day's visitors)": lambda n: (
            f"{n.streams:,.0f}"
        ),
        "transactions of idle streams": lambda n: f"{n.idle:,.0f}/s",
        f"analyses in the busiest hour ({hour} of a day)": lambda n: f"{n.hourly:,.0f}",
        "places they hold": lambda n: about(n.places, 1 if n.places < 10 else 2),
        f"workers of {said['placesPerWorker']} places, {percent(said['spare'] - 1)} spare": (
            lambda n: pods(n.workers, least)
        ),
        "workers' processor in that hour, cores": lambda n: about(n.worker_cores),
        "PostgreSQL, growth a year": lambda n: size(n.gigabytes),
        f"PostgreSQL, connections ({said['connectionsPerApiPod']} an API pod;"
        f" {said['connectionsPerWorker']} a worker)": lambda n: f"{n.connections}",
        f"paid answers a month, {' or '.join(map(str, sorted(paid)))} each but free ones"
        f" ({free})": lambda n: many(n.answers),
        "engines, ChatGPT alone, a month": lambda n: f"${about(n.engine_usd)}",
        "the same, at most, by what plans pay for": lambda n: f"${about(n.most_usd, 3)}",
    }
    first, *others = (f"{tenants:,}" for tenants in TENANTS)
    head = [f"| | {' | '.join([f'{first} tenants', *others])} |", "|---|" + "---|" * len(TENANTS)]
    return "\n".join(
        [*head, *(f"| {row} | {' | '.join(map(say, needs))} |" for row, say in rows.items())]
    )


def filled(document: str) -> str:
    """The document with its computed parts as they are computed now."""
    parts = computed()

    def part(found: re.Match[str]) -> str:
        return _PART.format(name=found[1], text=parts[found[1]])

    return _FOUND.sub(part, document)


def main() -> int:
    """Write the document."""
    DOCUMENT.write_text(filled(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
