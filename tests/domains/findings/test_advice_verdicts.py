"""A run that did not look decides nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.domains.findings.models import Decision
from presence.domains.findings.service.verdicts import RunConclusions, cause_verdict

NOTHING = RunConclusions(frozenset(), frozenset(), None, {}, frozenset(), 0, fitted=False)
LOOKED = RunConclusions(
    frozenset(),
    frozenset(),
    frozenset(),
    {"p1": (4, 6)},
    frozenset({"site:price"}),
    12,
    fitted=True,
)
DONE = {
    "gap": "p1:competitor",
    "finding": "noindex",
    "finding advice": "finding:noindex",
    "gap advice": "gap:pricing:Beta",
    "fit advice": "fit:needs",
    "site advice": "site:price",
}


def decision(name: str) -> Decision:
    kind = "recommendation" if "advice" in name else name
    return Decision(kind=kind, key=DONE[name], status="done")


@pytest.mark.parametrize("name", DONE)
def test_a_run_that_did_not_look_has_no_verdict(name: str) -> None:
    assert cause_verdict(decision(name), NOTHING, {"p1"}) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gap", "Closed — brand now in 4 of 6 answers"),
        ("finding", "Closed — no longer found on 12 pages"),
        ("finding advice", "Closed — no longer found"),
        ("gap advice", "Closed — brand now in 4 of 6 answers"),
        ("fit advice", "Closed — no longer found"),
        ("site advice", "Closed — no longer found"),
    ],
)
def test_what_a_run_looked_for_and_did_not_find_is_closed(name: str, text: str) -> None:
    verdict = cause_verdict(decision(name), LOOKED, {"p1"})
    assert verdict is not None
    assert (verdict.still_open, verdict.text) == (False, text)


@pytest.mark.parametrize("name", DONE)
def test_what_it_found_is_still_open(name: str) -> None:
    keys = frozenset(DONE.values())
    verdict = cause_verdict(
        decision(name), RunConclusions(keys, keys, keys, {"p1": (1, 1)}, keys, 1, True), {"p1"}
    )
    assert verdict is not None
    assert verdict.still_open
    assert verdict.text.startswith("Still open")


def test_a_run_that_asked_but_read_too_little_has_no_verdict_on_what_no_page_said() -> None:
    asked = replace(LOOKED, examined=frozenset())
    assert cause_verdict(decision("site advice"), asked, set()) is None
