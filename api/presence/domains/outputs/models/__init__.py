"""Tables of outputs, one module per concern."""

from __future__ import annotations

from presence.domains.outputs.models.exports import DataExport
from presence.domains.outputs.models.mail import Mail
from presence.domains.outputs.models.notifications import Notification, NotificationChoice
from presence.domains.outputs.models.reports import MadeFile, Report

__all__ = ["DataExport", "MadeFile", "Mail", "Notification", "NotificationChoice", "Report"]
