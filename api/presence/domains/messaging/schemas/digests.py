"""The digest on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from presence.http.schemas import ApiIn, ApiOut

DigestFrequency = Literal["weekly", "monthly", "off"]


class DigestOut(ApiOut):
    """How often the caller gets a digest, where, and when next; `nextAt` is null when stopped.

    `cadence` is what the plans make of `frequency`: without a plan that has weekly digests they
    come monthly. `mail` says whether this deployment can send any.
    """

    frequency: DigestFrequency
    cadence: Literal["weekly", "monthly"]
    weekly_allowed: bool
    next_at: datetime | None
    time_zone: str
    address: str
    verified: bool
    mail: bool


class DigestIn(ApiIn):
    """How often."""

    frequency: DigestFrequency


class DigestSentOut(ApiOut):
    """Where the test goes."""

    address: str
