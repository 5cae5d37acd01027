"""Alert rules and their history on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.http.schemas import ApiIn, ApiOut, unit

AlertMetric = Literal["overall", "content", "technical", "audienceFit"]
AlertCondition = Literal["falls-by", "rises-by", "changes-by", "falls-below", "rises-above"]
AlertChannel = Literal["in-app", "email", "slack", "webhook"]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=80)]
Threshold = Annotated[
    float, Field(ge=1, le=100, allow_inf_nan=False, json_schema_extra={"x-unit": "score100"})
]
Channels = Annotated[list[AlertChannel], Field(min_length=1, max_length=4)]
Cooldown = Annotated[int, Field(ge=0, le=24 * 31)]
_SENTENCES = {
    "name": "Name must be at least 2 characters",
    "threshold": "Enter a number of points from 1 to 100",
    "channels": "Choose at least one channel",
    "cooldown_hours": "The pause must be between 0 hours and 31 days",
}


class AlertRuleIn(ApiIn):
    """A new alert rule; without `brandId` it applies to all brands."""

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    name: Name
    brand_id: UUID | None = None
    metric: AlertMetric
    condition: AlertCondition
    threshold: Threshold
    channels: Channels
    cooldown_hours: Cooldown = 24


class AlertRuleChangeIn(ApiIn):
    """Changes to an alert rule; omitted fields are unchanged."""

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    name: Name | None = None
    metric: AlertMetric | None = None
    condition: AlertCondition | None = None
    threshold: Threshold | None = None
    channels: Channels | None = None
    cooldown_hours: Cooldown | None = None
    active: bool | None = None


class AlertRuleOut(ApiOut):
    """An alert rule; `lastSentAt` is when it last sent an alert."""

    id: UUID
    name: str
    brand_id: UUID | None
    metric: AlertMetric
    condition: AlertCondition
    threshold: float = unit("score100")
    channels: list[AlertChannel]
    cooldown_hours: int = unit("count")
    active: bool
    last_sent_at: datetime | None
    created_at: datetime


class AlertRuleListOut(ApiOut):
    """Alert rules, newest first; `allowed` says whether the plan includes them."""

    data: list[AlertRuleOut]
    allowed: bool
    slack: bool
    webhooks: bool


class AlertTestOut(ApiOut):
    """The channels a test alert is sent to; in-app and by e-mail, only the caller receives it."""

    sent: list[AlertChannel]


class AlertEventOut(ApiOut):
    """An alert that was sent, or held back during the rule's cooldown; `reason` says why."""

    id: UUID
    rule_id: UUID
    rule_name: str
    brand_id: UUID
    run_id: UUID
    outcome: Literal["sent", "cooling-down"]
    metric: AlertMetric
    value: float = unit("score100")
    low: float = unit("score100")
    high: float = unit("score100")
    points: float = unit("score100")
    channels: list[AlertChannel]
    reason: str
    at: datetime
