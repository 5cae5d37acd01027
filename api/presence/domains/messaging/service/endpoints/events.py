"""The events endpoints can receive, and the name of each event's subject.

Invariant: everything shown in the bell is also available to endpoints; on the wire a type has dots.
"""

from __future__ import annotations

from typing import get_args

from presence.domains.billing.entitlements import Limits
from presence.domains.messaging.schemas.endpoints import EndpointEvent, EndpointKind

EVENTS: tuple[EndpointEvent, ...] = get_args(EndpointEvent)
DIGEST: EndpointEvent = "digest"
TEST = "test"
FEATURES: dict[EndpointKind, str] = {"webhook": "digest.webhooks", "slack": "digest.slack"}
_SUBJECTS = {
    "run-completed": "runId",
    "run-failed": "runId",
    "gaps-found": "runId",
    "report-ready": "reportId",
    "alert-fired": "alertId",
    "experiment-judged": "experimentId",
    "member-joined": "userId",
}


def type_of(kind: str) -> str:
    """`run-completed` as receivers read it: `run.completed`."""
    return kind.replace("-", ".", 1)


def subject_name(kind: str) -> str | None:
    """The member that names the subject; None if the subject cannot be requested."""
    return _SUBJECTS.get(kind)


def is_allowed(limits: Limits, kind: str) -> bool:
    """Whether a plan has endpoints of this kind."""
    return any(limits.allows(feature) for name, feature in FEATURES.items() if name == kind)
