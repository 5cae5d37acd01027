"""Tables of outputs, one module per concern."""

from __future__ import annotations

from presence.domains.outputs.models.alerts import AlertEvent, AlertRule
from presence.domains.outputs.models.annotations import Annotation
from presence.domains.outputs.models.branding import ReportBranding
from presence.domains.outputs.models.digests import Digest, DigestIssue
from presence.domains.outputs.models.endpoints import Delivery, DeliveryAttempt, Endpoint
from presence.domains.outputs.models.exports import DataExport, WorkspaceExport
from presence.domains.outputs.models.mail import Mail
from presence.domains.outputs.models.notifications import Notification, NotificationChoice
from presence.domains.outputs.models.reports import MadeFile, MadeFilePart, Report
from presence.domains.outputs.models.shares import ShareLink
from presence.domains.outputs.models.view_exports import ViewExport
from presence.domains.outputs.models.views import FirstView, SavedView

__all__ = [
    "AlertEvent",
    "AlertRule",
    "Annotation",
    "DataExport",
    "Delivery",
    "DeliveryAttempt",
    "Digest",
    "DigestIssue",
    "Endpoint",
    "FirstView",
    "MadeFile",
    "MadeFilePart",
    "Mail",
    "Notification",
    "NotificationChoice",
    "Report",
    "ReportBranding",
    "SavedView",
    "ShareLink",
    "ViewExport",
    "WorkspaceExport",
]
