"""Jobs of messaging, one module per concern; importing the package registers them."""

from __future__ import annotations

from presence.domains.messaging.jobs import digests, endpoints, notifications
from presence.domains.messaging.jobs.mail import send

__all__ = ["digests", "endpoints", "notifications", "send"]
