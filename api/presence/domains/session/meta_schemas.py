"""What the product says of itself, on the wire (E-96)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from presence.domains.engines.records import HealthState
from presence.http.schemas import ApiOut

EngineState = HealthState | Literal["not-connected"]


class BuildOut(ApiOut):
    """Which build answers."""

    version: str
    revision: str


class FeatureFlagsOut(ApiOut):
    """What this deployment can do; `switched_off` names features closed to the caller for now."""

    google_sign_in: bool
    online_payment: bool
    mail: bool
    switched_off: list[str] = Field(default_factory=list)


class EngineStatusOut(ApiOut):
    """How an engine's provider has answered lately; `until` is when it is asked again."""

    id: str
    name: str
    state: EngineState
    until: datetime | None


class MaintenanceOut(ApiOut):
    """Announced work on the service; `message` is a sentence."""

    message: str
    starts_at: datetime | None
    ends_at: datetime | None


class ImpersonationOut(ApiOut):
    """Staff looking at the product as the signed-in person, until `ends_at`."""

    actor: str
    mode: Literal["read", "write"]
    ends_at: datetime


class MetaOut(ApiOut):
    """The state of the service; `maintenance` null while none is announced.

    `impersonation` is null for everybody who is signed in as themselves.
    """

    build: BuildOut
    features: FeatureFlagsOut
    engines: list[EngineStatusOut]
    maintenance: MaintenanceOut | None
    impersonation: ImpersonationOut | None = None
