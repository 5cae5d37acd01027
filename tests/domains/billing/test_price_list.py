"""The price list compares what the server's table allows: nothing is sold that is not there.

Invariant: the words are read from the catalogue the screen shows, the numbers from `entitlements`.
"""

from __future__ import annotations

import json
import re

import pytest

from presence.domains.billing.entitlements import FEATURES, Limits, is_counted, limits_of
from tests.architecture.tree import ROOT

CATALOGUE = ROOT / "web" / "src" / "lib" / "messages" / "plan-comparison.ts"
_ROW = re.compile(
    r'\{\s*key: "([a-z.]+)",\s*label: "[^"]+",\s*means:\s*"[^"]+",'
    r"\s*cells: (\[[^\]]+?),?\s*\],?\s*\}"
)
ROWS: dict[str, list[str | bool]] = {
    key: json.loads(f"{cells}]")
    for key, cells in _ROW.findall(CATALOGUE.read_text(encoding="utf-8"))
}
PLANS = (None, 1, 2, 3)
HISTORY: dict[int, str | bool] = {0: False, 90: "90 days", 365: "12 months", 730: "24 months"}
PREVIEWED = {"recommendations.all", "gaps.content", "gaps.technical", "trends.full"}


def words(key: str, limits: Limits) -> str | bool:
    """What a cell has to say."""
    if key == "analysis.weekly":
        return limits.cadence.capitalize()
    if key == "analytics.full":
        return HISTORY[limits.analytics_days]
    if key == "traffic.full":
        return f"{limits.traffic_days} days of uploads" if limits.traffic_days else "All"
    if key in PREVIEWED:
        rows = limits.rows(key)
        few = f"First {rows}" if key != "recommendations.all" else f"{rows}"
        return "All" if rows is None else few
    if key == "materials.max":  # 500 are the fair use of what is sold as unlimited
        return "Unlimited" if limits.allows(key) else "Current brand"
    value = limits.value(key)
    return "All" if value is None else str(value) if value else False


def highest(limits: Limits, steps: dict[str, str], first: str | bool) -> str | bool:
    """The word of the last feature of some that is open."""
    return [first, *(word for key, word in steps.items() if limits.allows(key))][-1]


STEPS: dict[str, tuple[dict[str, str], str | bool]] = {
    "reports.monthly": (
        {"reports.docx": "PDF and DOCX", "reports.branding": "With your logo"},
        "1 PDF a month",
    ),
    "digest.weekly": (
        {
            "digest.weekly": "Weekly",
            "digest.slack": "Also in Slack",
            "digest.webhooks": "Also by webhook",
        },
        "Monthly",
    ),
    "api.read": ({"api.read": "Read", "api.write": "Read and write"}, False),
    "support.priority": (
        {"support.priority": "Priority", "support.dedicated": "Dedicated manager"},
        "Standard",
    ),
}


@pytest.mark.parametrize("key", ROWS)
def test_a_row_says_what_each_plan_allows(key: str) -> None:
    every = [limits_of(plan) for plan in PLANS]
    said = [highest(one, *STEPS[key]) if key in STEPS else words(key, one) for one in every]
    assert ROWS[key] == said


def test_every_limit_that_counts_is_compared() -> None:
    counted = {key for key in FEATURES if is_counted(key)}
    assert counted <= set(ROWS)
