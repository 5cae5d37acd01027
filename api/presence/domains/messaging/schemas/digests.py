"""The digest on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from presence.http.schemas import ApiIn, ApiOut

DigestFrequency = Literal["weekly", "monthly", "off"]


class DigestOut(ApiOut):
    """The caller's digest settings; `nextAt` is null when the digest is off.

    `cadence` is the actual frequency: without a plan that includes weekly digests, they are sent
    monthly. `mail` says whether this deployment can send e-mail.
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
    """The new digest frequency."""

    frequency: DigestFrequency


class DigestSentOut(ApiOut):
    """The address the test digest is sent to."""

    address: str
