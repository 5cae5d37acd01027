"""The limits table and the decisions over it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from presence.core.errors import PlanLimitReached
from presence.domains.billing.entitlements import (
    FEATURES,
    FREE,
    Access,
    SubscriptionState,
    decide_access,
    decide_plan,
    is_counted,
    limits_of,
    require_capacity,
    require_feature,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
PLANS = (None, 1, 2, 3)

# The product's table, section 3, cell by cell.
TABLE: dict[str, tuple[object, object, object, object]] = {
    "analysis.weekly": (False, True, True, True),
    "websites.max": (1, 1, 3, 5),
    "brands.max": (1, 3, 10, 25),
    "materials.max": (0, 500, None, None),
    "recommendations.all": (False, True, True, True),
    "analytics.full": (False, True, True, True),
    "gaps.content": (False, True, True, True),
    "gaps.technical": (False, True, True, True),
    "trends.full": (False, True, True, True),
    "traffic.full": (False, False, True, True),
    "team.seats": (1, 3, 10, 25),
    "prompts.max": (10, 25, 75, 150),
    "engines.max": (3, 4, None, None),
    "samples.max": (1, 2, 3, 3),
    "competitors.max": (2, 5, 10, 20),
    "reports.monthly": (1, None, None, None),
    "reports.docx": (False, True, True, True),
    "reports.branding": (False, False, False, True),
    "share.links": (0, 3, 10, 50),
    "digest.weekly": (False, True, True, True),
    "digest.slack": (False, False, True, True),
    "digest.webhooks": (False, False, False, True),
    "api.read": (False, False, True, True),
    "api.write": (False, False, False, True),
    "support.priority": (False, False, True, True),
    "support.dedicated": (False, False, False, True),
}


def state(status: str, **changes: datetime | None) -> SubscriptionState:
    """A Growth subscription in the middle of its period."""
    values: dict[str, datetime | None] = {
        "current_period_start": NOW - 10 * DAY,
        "current_period_end": NOW + 20 * DAY,
        "trial_end": None,
        "end_date": None,
        "past_due_since": None,
    }
    return SubscriptionState(plan_id=2, status=status, **{**values, **changes})


@pytest.mark.parametrize("feature", TABLE)
def test_every_cell_is_the_products(feature: str) -> None:
    assert tuple(limits_of(plan).value(feature) for plan in PLANS) == TABLE[feature]


def test_no_feature_is_missing_or_added() -> None:
    assert set(FEATURES) == set(TABLE)


def test_no_plan_loses_what_a_smaller_one_has() -> None:
    for feature, cells in TABLE.items():
        ranks = [float("inf") if cell is None else float(str(int(cell))) for cell in cells]  # type: ignore[call-overload]  # cells are bool, int or None
        assert ranks == sorted(ranks), feature


def test_free_shows_previews_and_a_paid_plan_everything() -> None:
    free, pro = limits_of(None), limits_of(1)
    lists = ("recommendations.all", "gaps.content", "gaps.technical", "trends.full")
    assert [free.rows(name) for name in lists] == [1, 3, 5, 3]
    assert [pro.rows(name) for name in lists] == [None] * 4


def test_cadence_history_and_budget_follow_the_plan() -> None:
    plans = [limits_of(plan) for plan in PLANS]
    assert [p.cadence for p in plans] == ["monthly", "weekly", "weekly", "weekly"]
    assert [p.analytics_days for p in plans] == [0, 90, 365, 730]
    assert [p.answers_per_month for p in plans] == [30, 860, 4800, 9700]


def test_an_unknown_plan_is_an_error() -> None:
    with pytest.raises(ValueError, match="no plan 4"):
        limits_of(4)


@pytest.mark.parametrize(
    ("subscription", "plan"),
    [
        (None, FREE),
        (state("active"), 2),
        (state("active", end_date=NOW + DAY), 2),
        (state("active", end_date=NOW), FREE),
        (state("trialing"), 2),
        (state("trialing", trial_end=NOW + DAY), 2),
        (state("trialing", trial_end=NOW), FREE),
        (state("past_due", past_due_since=NOW - 7 * DAY + timedelta(seconds=1)), 2),
        (state("past_due", past_due_since=NOW - 7 * DAY), FREE),
        (state("past_due", current_period_start=NOW - 6 * DAY), 2),
        (state("past_due", current_period_start=NOW - 8 * DAY), FREE),
        (state("past_due", current_period_start=None), FREE),
        (state("canceled"), 2),
        (state("canceled", current_period_end=NOW), FREE),
        (state("canceled", current_period_end=None), FREE),
        (state("unpaid"), FREE),
        (state("expired"), FREE),
        (state("something new"), FREE),
    ],
)
def test_which_plan_is_open_now(subscription: SubscriptionState | None, plan: int) -> None:
    assert decide_plan(subscription, NOW) == plan


@pytest.mark.parametrize(
    ("plan", "feature", "used", "expected"),
    [
        (None, "brands.max", 0, Access(True, 1, 0, None)),
        (None, "brands.max", 1, Access(False, 1, 1, "plan-limit")),
        (1, "brands.max", 2, Access(True, 3, 2, None)),
        (2, "materials.max", 9_999, Access(True, None, 9_999, None)),
        (None, "share.links", 0, Access(False, 0, 0, "plan-limit")),
        (None, "trends.full", 0, Access(False, False, None, "plan-limit")),
        (1, "trends.full", 0, Access(True, True, None, None)),
        (3, "no.such.feature", 0, Access(False, None, None, "unknown-feature")),
    ],
)
def test_access(plan: int | None, feature: str, used: int, expected: Access) -> None:
    assert decide_access(limits_of(plan), feature, used) == expected


def test_numbers_are_counted_and_switches_are_not() -> None:
    assert is_counted("brands.max")
    assert is_counted("engines.max")
    assert not is_counted("trends.full")
    assert not is_counted("no.such.feature")


def test_a_refusal_names_feature_limit_use_and_the_way_out() -> None:
    with pytest.raises(PlanLimitReached) as refused:
        require_capacity(limits_of(None), "brands.max", 1)
    assert refused.value.extra == {
        "feature": "brands.max",
        "limit": 1,
        "used": 1,
        "upgradeUrl": "/pricing",
    }
    with pytest.raises(PlanLimitReached):
        require_feature(limits_of(None), "analytics.full")


def test_what_is_allowed_is_not_refused() -> None:
    require_capacity(limits_of(1), "brands.max", 2)
    require_feature(limits_of(1), "analytics.full")
