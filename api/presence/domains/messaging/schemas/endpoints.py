"""Webhooks, Slack and their deliveries on the wire. Secrets go out once and never again."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.http.schemas import ApiIn, ApiOut, unit

EndpointKind = Literal["webhook", "slack"]
EndpointEvent = Literal[
    "run-completed",
    "run-failed",
    "gaps-found",
    "alert-fired",
    "experiment-judged",
    "report-ready",
    "member-joined",
    "plan-changed",
    "digest",
]
DeliveryStatus = Literal["waiting", "delivered", "failed"]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=80)]
Url = Annotated[str, StringConstraints(strip_whitespace=True, min_length=8, max_length=2048)]
Events = Annotated[list[EndpointEvent], Field(min_length=1, max_length=20)]
_SENTENCES = {
    "name": "Name must be at least 2 characters",
    "url": "Enter the address the messages are sent to",
    "events": "Choose at least one event",
}


class EndpointOut(ApiOut):
    """A webhook or Slack channel.

    `reason` says why it was disabled automatically; `paused` means the plan does not include it.
    For a Slack channel, `url` shows the last characters only. `signedTwiceUntil` is how long
    messages are also signed with the previous secret.
    """

    id: UUID
    kind: EndpointKind
    name: str
    url: str
    events: list[EndpointEvent]
    status: Literal["active", "off", "disabled"]
    paused: bool
    reason: str
    failing_since: datetime | None
    succeeded_at: datetime | None
    signed_twice_until: datetime | None
    created_at: datetime


class EndpointListOut(ApiOut):
    """Webhooks, newest first; `allowed` says whether the plan includes them."""

    data: list[EndpointOut]
    allowed: bool


class WebhookIn(ApiIn):
    """A new webhook."""

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    name: Name
    url: Url
    events: Events


class EndpointChangeIn(ApiIn):
    """Changes to a webhook; omitted fields are unchanged.

    Turning on a disabled webhook clears its failures.
    """

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    name: Name | None = None
    url: Url | None = None
    events: Events | None = None
    active: bool | None = None


class MadeWebhookOut(EndpointOut):
    """A webhook with its secret, which is not shown again."""

    secret: str


class SlackOut(ApiOut):
    """The workspace's Slack connection, null when there is none."""

    connection: EndpointOut | None
    allowed: bool


class SlackIn(ApiIn):
    """A Slack channel with its incoming webhook; without `url`, the stored one is kept."""

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    url: Url | None = None
    name: Name = "Slack"
    events: Events


class DeliveryOut(ApiOut):
    """A message and its delivery status.

    `nextAt` is the time of the next attempt, null once the delivery has ended.
    """

    id: UUID
    message_id: str
    event: str
    status: DeliveryStatus
    attempts: int = unit("count")
    created_at: datetime
    delivered_at: datetime | None
    next_at: datetime | None
    last_status_code: int | None
    last_error: str


class AttemptOut(ApiOut):
    """An attempt to deliver a message, with the response."""

    number: int = unit("count")
    at: datetime
    status_code: int | None
    error: str
    answer: str
    duration_ms: int = unit("ms")


class DeliveryDetailOut(DeliveryOut):
    """A delivery with its payload and all attempts, newest first."""

    payload: dict[str, Any]
    log: list[AttemptOut]
