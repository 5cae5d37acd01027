"""What the product says of itself, on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from presence.domains.engines.records import HealthState
from presence.http.schemas import ApiOut

EngineState = HealthState | Literal["not-connected"]


class BuildOut(ApiOut):
    """The running version."""

    version: str
    revision: str


class FeatureFlagsOut(ApiOut):
    """The features of this deployment; `switchedOff` lists those currently closed to the caller."""

    google_sign_in: bool
    online_payment: bool
    mail: bool
    example: bool
    switched_off: list[str] = Field(default_factory=list)


class EngineStatusOut(ApiOut):
    """The state of an engine's provider; `until` is when it is tried again."""

    id: str
    name: str
    state: EngineState
    until: datetime | None


class MaintenanceOut(ApiOut):
    """Planned maintenance; `message` is a sentence to show."""

    message: str
    starts_at: datetime | None
    ends_at: datetime | None


class ImpersonationOut(ApiOut):
    """A support employee is using the product as the signed-in user, until `endsAt`."""

    actor: str
    mode: Literal["read", "write"]
    ends_at: datetime


class MetaOut(ApiOut):
    """The state of the service; `maintenance` is null while none is planned.

    `impersonation` is null unless a support employee is signed in as the user.
    """

    build: BuildOut
    features: FeatureFlagsOut
    engines: list[EngineStatusOut]
    maintenance: MaintenanceOut | None
    impersonation: ImpersonationOut | None = None


class LegalBlockOut(ApiOut):
    """A heading or a paragraph, as plain words."""

    kind: Literal["heading", "paragraph"]
    text: str


class LegalOut(ApiOut):
    """The terms or the privacy notice of this service."""

    document: Literal["terms", "privacy"]
    title: str
    blocks: list[LegalBlockOut]
