"""What each plan allows: one table, pure decisions over it, and thin refusals.

Invariant: no other module compares plans. The numbers are those of the product's limits table
(section 3); None means unlimited, True and False open and close a feature.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal

from presence.core import metrics
from presence.core.errors import PlanLimitReached

Value = bool | int | None
Cadence = Literal["monthly", "weekly"]
Reason = Literal["plan-limit", "unknown-feature"]

FREE = 0
GRACE = timedelta(days=7)
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
UPGRADE_URL = "/pricing"

# feature: (Free, Pro, Growth, Scale); the position is the plan's rank.
_FEATURES: dict[str, tuple[Value, Value, Value, Value]] = {
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
# How many rows a plan without the feature still shows.
_PREVIEW = {"gaps.content": 3, "gaps.technical": 5, "trends.full": 3, "recommendations.all": 1}
_ANSWERS_PER_MONTH = (30, 860, 4_800, 9_700)
_ANALYTICS_DAYS = (0, 90, 365, 730)
_TRAFFIC_DAYS = 7  # of their own uploads, on plans without the feature

FEATURES = tuple(_FEATURES)


@dataclass(frozen=True, slots=True)
class Limits:
    """Everything one plan allows; `overrides` are limits that support set for one workspace."""

    plan_id: int
    overrides: Mapping[str, int | None] = field(default_factory=dict)

    def value(self, feature: str) -> Value:
        """The cell of the table: open or closed, a number, or None for unlimited."""
        if feature in self.overrides:
            return self.overrides[feature]
        return _FEATURES[feature][self.plan_id]

    def allows(self, feature: str) -> bool:
        """Whether a yes-or-no feature is open; for a counted one, whether any is allowed."""
        value = self.value(feature)
        return value is None or bool(value)

    def rows(self, feature: str) -> int | None:
        """How many rows of a list may be sent; None means all."""
        return None if self.allows(feature) else _PREVIEW[feature]

    @property
    def cadence(self) -> Cadence:
        """How often a brand is analysed on schedule."""
        return "weekly" if self.allows("analysis.weekly") else "monthly"

    @property
    def answers_per_month(self) -> int:
        """The monthly budget of answers on the deployment's own keys."""
        return _ANSWERS_PER_MONTH[self.plan_id]

    @property
    def analytics_days(self) -> int:
        """How many days of history are shown; 0 means none."""
        return _ANALYTICS_DAYS[self.plan_id]

    @property
    def traffic_days(self) -> int | None:
        """How many days of traffic are shown, and only of uploads; None means all."""
        return None if self.allows("traffic.full") else _TRAFFIC_DAYS


@dataclass(frozen=True, slots=True)
class SubscriptionState:
    """The fields of a subscription row that decide access."""

    plan_id: int
    status: str
    current_period_start: datetime | None
    current_period_end: datetime | None
    trial_end: datetime | None
    end_date: datetime | None
    past_due_since: datetime | None


@dataclass(frozen=True, slots=True)
class Access:
    """Whether access is granted; `limit` and `used` are set only for a counted feature."""

    can_access: bool
    limit: Value
    used: int | None
    reason: Reason | None


def limits_of(plan_id: int | None, overrides: Mapping[str, int | None] | None = None) -> Limits:
    """The limits of a plan; None and 0 are the free plan. Raises ValueError for an unknown id."""
    rank = plan_id or FREE
    if not FREE <= rank < len(_ANSWERS_PER_MONTH):
        raise ValueError(f"There is no plan {plan_id}.")
    return Limits(rank, {k: v for k, v in (overrides or {}).items() if is_counted(k)})


def knows_plan(plan_id: int) -> bool:
    """Whether the table has a column for the plan, so that it can be sold."""
    return FREE < plan_id < len(_ANSWERS_PER_MONTH)


def decide_plan(state: SubscriptionState | None, now: datetime) -> int:
    """The id of the plan whose features are open now; FREE if none."""
    if state is None:
        return FREE
    until = access_until(state)
    return state.plan_id if until is None or until > now else FREE


def access_until(state: SubscriptionState) -> datetime | None:
    """When the features close unless something changes; None if there is no such date.

    Open while active, trialing (to the end of the trial), past_due (7 days of grace), and canceled
    (to the end of the paid period); never past `end_date`. If nothing is known of an active
    subscription's next period, it closes when a failed payment at the end of this one would have
    closed it.
    """
    ends = _own_end(state)
    if state.end_date is None or ends is None:
        return ends or state.end_date
    return min(ends, state.end_date)


def _own_end(state: SubscriptionState) -> datetime | None:
    match state.status:
        case "active":
            return state.current_period_end + GRACE if state.current_period_end else None
        case "trialing":
            return state.trial_end
        case "past_due":
            since = state.past_due_since or state.current_period_start
            return since + GRACE if since else NEVER
        case "canceled":
            return state.current_period_end or NEVER
        case _:
            return NEVER


def decide_change(current: int, wanted: int) -> Literal["same", "lower", "higher"]:
    """What choosing a plan amounts to, by rank (FREE is the lowest)."""
    if wanted == current:
        return "same"
    return "higher" if wanted > current else "lower"


def decide_access(limits: Limits, feature: str, used: int = 0) -> Access:
    """Whether `feature` is open, or for a counted one whether one more fits (used < limit)."""
    if feature not in _FEATURES:
        return Access(False, None, None, "unknown-feature")
    value = limits.value(feature)
    if isinstance(value, bool):
        return Access(value, value, None, None if value else "plan-limit")
    fits = value is None or used < value
    return Access(fits, value, used, None if fits else "plan-limit")


def is_counted(feature: str) -> bool:
    """Whether any plan gives the feature as a number."""
    return feature in _FEATURES and not all(isinstance(v, bool) for v in _FEATURES[feature])


def is_overridable(feature: str, value: int | None) -> bool:
    """Whether support may set this limit for one workspace.

    Unlimited is allowed only if some plan is unlimited; zero only if the free plan has zero.
    """
    if not is_counted(feature):
        return False
    cells = _FEATURES[feature]
    return None in cells if value is None else value >= min(int(cells[FREE] or 0), 1)


def require_feature(limits: Limits, feature: str) -> None:
    """Raise PlanLimitReached unless the feature is open."""
    if not limits.allows(feature):  # guard: billing.feature-allowed
        raise _refusal(limits, feature, limits.value(feature), None)


def require_capacity(limits: Limits, feature: str, used: int) -> None:
    """Raise PlanLimitReached if `used` has reached the limit."""
    access = decide_access(limits, feature, used)
    if not access.can_access:  # guard: billing.capacity
        raise _refusal(limits, feature, access.limit, used)


def _refusal(limits: Limits, feature: str, limit: Value, used: int | None) -> PlanLimitReached:
    metrics.plan_limit_hits.labels(feature, str(limits.plan_id)).inc()
    return PlanLimitReached(
        "Your plan does not include this. Upgrade to continue.",
        extra={"feature": feature, "limit": limit, "used": used, "upgradeUrl": UPGRADE_URL},
    )
