"""Tables of messaging, one module per concern."""

from __future__ import annotations

from presence.domains.messaging.models.alerts import AlertEvent, AlertRule
from presence.domains.messaging.models.digests import Digest, DigestIssue
from presence.domains.messaging.models.endpoints import Delivery, DeliveryAttempt, Endpoint
from presence.domains.messaging.models.mail import Mail
from presence.domains.messaging.models.notifications import Notification, NotificationChoice

__all__ = [
    "AlertEvent",
    "AlertRule",
    "Delivery",
    "DeliveryAttempt",
    "Digest",
    "DigestIssue",
    "Endpoint",
    "Mail",
    "Notification",
    "NotificationChoice",
]
