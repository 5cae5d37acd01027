"""No alert is silent or cries wolf: each fires on its fault, keeps silent on what looks alike.

Invariant: the cases are proven by the rules they would not accept: each alert is also judged with a
rule that never fires and with one that always does, and its cases must refuse both.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import yaml  # type: ignore[import-untyped]  # ships no types

from tests.alerts.cases import CASES
from tests.alerts.judge import ALERTING, file_of, looked_at, promtool, verdict
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = (
    "api/presence/core/metrics.py",
    "api/presence/oversight",
    "charts",
)

_NEVER = "(({rule})) and on() (vector(1) > 2)"


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Every alert; `place` and `seed` are not used."""
    return run(sorted(ALERTING))


def run(names: list[str]) -> Outcome:
    """Judge these alerts."""
    tool = promtool()
    wrong = accepted = firing = silent = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in names:
            case = CASES[name]
            fires = [looked_at(name, case, series, True) for series in case.firing()]
            quiet = [looked_at(name, case, series, False) for series in case.silent]
            firing += len(fires)
            silent += len(quiet)
            wrong += bool(verdict(tool, folder, file_of(name), case, [*fires, *quiet]))
            never = _changed(folder, name, _NEVER.format(rule=ALERTING[name]["expr"].strip()))
            accepted += sum(not verdict(tool, folder, never, case, [test]) for test in fires)
            always = _changed(folder, name, _labelled(name))
            accepted += sum(not verdict(tool, folder, always, case, [test]) for test in quiet)
    counts = {
        "alerts": len(names),
        "firing": firing,
        "silent": silent,
        "wrongVerdicts": wrong,
        "brokenRules": firing + silent,
        "brokenRulesAccepted": accepted,
    }
    return Outcome(counts, wrong + accepted)


def _labelled(name: str) -> str:
    """An expression that is always true and carries the labels the case looks for."""
    expression = "vector(1)"
    for pair in filter(None, CASES[name].labels.split(",")):
        label, value = pair.split("=", 1)
        expression = f'label_replace({expression}, "{label}", {value}, "", "")'
    return expression


def _changed(folder: Path, name: str, expression: str) -> Path:
    """The alert's file with another expression, firing at once."""
    content = yaml.safe_load(file_of(name).read_text())
    for group in content["groups"]:
        for rule in group["rules"]:
            if rule.get("alert") == name:
                rule["expr"] = expression
                rule.pop("for", None)
                rule.pop("keep_firing_for", None)
    changed = folder / "changed.yaml"
    changed.write_text(yaml.safe_dump(content))
    return changed
