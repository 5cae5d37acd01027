"""Tables of outputs, one module per concern."""

from __future__ import annotations

from presence.domains.outputs.models.exports import DataExport
from presence.domains.outputs.models.mail import Mail
from presence.domains.outputs.models.notifications import Notification, NotificationChoice

__all__ = ["DataExport", "Mail", "Notification", "NotificationChoice"]
