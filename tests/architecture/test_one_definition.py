"""A rule has one owner: no second definition of those that once had two, and no function twice.

Each owner's rule comes with a pattern that only a definition of the rule matches, and with a bad
sample in front of which the pattern has to speak.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from presence.db.functions import texts
from tests.architecture import guards
from tests.architecture.tree import ROOT, python_files, read, tracked

LEAST_LINES = 4
MIGRATIONS = "api/presence/migrations/"
FUNCTIONS = "api/presence/db/functions/"
SQL_FILES = [path for path in tracked() if path.as_posix().startswith(FUNCTIONS)]
PRODUCT = [path for path in python_files("api/presence/") if MIGRATIONS not in path.as_posix()]


@dataclass(frozen=True)
class Owned:
    """A rule, the files that may define it, and how a definition is recognised."""

    owners: tuple[str, ...]
    pattern: str
    bad: str

    def definitions(self, text: str) -> list[str]:
        """What looks like a definition of the rule."""
        return [found[0] for found in re.finditer(self.pattern, text)]


OWNED = {
    "which run a brand shows": Owned(
        (f"{FUNCTIONS}shown_run.sql",),
        r"ORDER BY (?:\w+\.)?status (?:IN|=) \(?'completed'",
        "SELECT id FROM run ORDER BY status IN ('completed', 'partial') DESC, created_at DESC",
    ),
    "which subscription counts, and until when it gives access": Owned(
        (
            "api/presence/domains/billing/entitlements.py",
            f"{FUNCTIONS}current_subscription.sql",
            f"{FUNCTIONS}billing_due.sql",  # a period that must have moved on unheard
        ),
        r"\b(?:trial_end|current_period_end|end_date|pastDueSince)\b[^\n]{0,40}?\s(?:<=?|>=?)\s",
        "open = row.status == 'active' and row.end_date > now",
    ),
    "what a stored answer says": Owned(
        (
            "api/presence/domains/runs/service/answers/extractions.py",
            "api/presence/domains/runs/service/answers/storing.py",
            "api/presence/domains/results/service/rereading.py",  # changed names
            "api/presence/domains/analytics/service/labelling.py",  # without decisions
            "api/presence/analysis/",  # pure, and knows of no stored ones
        ),
        r"\bimport .*\bextract_(?:answer|all)\b",
        "from presence.analysis.extraction import EntitySet, extract_answer",
    ),
    "the stages of a run": Owned(
        ("api/presence/analysis/ports.py",),
        r"[\"']ingest[\"'],\s*[\"'](?:panel|audit)[\"']",
        'STAGES = ("ingest", "panel", "answers")',
    ),
    "what a subscription brings in by the month": Owned(
        ("api/presence/db/revenue.py",),
        r"billing_frequency (?:= 'monthly'|WHEN 'monthly') THEN",
        "CASE s.billing_frequency WHEN 'monthly' THEN p.price ELSE 0 END",
    ),
    "a time zone nobody knows is UTC": Owned(
        ("api/presence/core/clock.py",),
        r"except \(?.*ZoneInfoNotFoundError",
        "except ZoneInfoNotFoundError:",
    ),
}


@pytest.mark.parametrize("rule", OWNED)
def test_a_rule_is_defined_by_its_owner_alone(rule: str) -> None:
    owned = OWNED[rule]
    others = [
        f"{path}: {found}"
        for path in (*PRODUCT, *SQL_FILES)
        if not path.as_posix().startswith(owned.owners)
        for found in owned.definitions(read(path))
    ]
    assert others == []


@pytest.mark.parametrize("rule", OWNED)
def test_a_second_definition_is_recognised(rule: str) -> None:
    assert OWNED[rule].definitions(OWNED[rule].bad)


def test_no_function_of_the_product_stands_twice() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in PRODUCT:
        for name, meaning in guards.meanings(path.as_posix(), read(path), LEAST_LINES):
            homes[meaning].append(f"{path}: {name}")
    assert [places for places in homes.values() if len(places) > 1] == []


def test_a_function_written_again_with_other_names_is_recognised() -> None:
    first = "from a import f\ndef one(x):\n    y = f(x)\n    y += 1\n    return y\n"
    again = "from a import f\ndef two(p):\n    q = f(p)\n    q += 1\n    return q\n"
    other = again.replace("from a", "from b")
    meaning = {text: guards.meanings("m.py", text, 3)[0][1] for text in (first, again, other)}
    assert meaning[first] == meaning[again] != meaning[other]


def test_the_web_app_has_the_server_s_rules_of_postal_codes() -> None:
    ours = read(Path("api/presence/domains/session/postal_codes.json"))
    assert read(Path("web/src/lib/postal-codes.json")) == ours


def test_a_new_migration_loads_a_function_instead_of_repeating_its_file() -> None:
    files = {name: " ".join(text.split()) for name, text in texts().items()}
    for path in sorted((ROOT / MIGRATIONS / "versions").glob("*.py")):
        text = " ".join(path.read_text(encoding="utf-8").split())
        if "presence.db.functions import" in text:
            assert not [name for name, function in files.items() if function in text], path.name
