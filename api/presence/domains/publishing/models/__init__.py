"""Tables of publishing, one module per concern."""

from __future__ import annotations

from presence.domains.publishing.models.annotations import Annotation
from presence.domains.publishing.models.branding import ReportBranding
from presence.domains.publishing.models.exports import DataExport, WorkspaceExport
from presence.domains.publishing.models.reports import MadeFile, MadeFilePart, Report
from presence.domains.publishing.models.shares import ShareLink
from presence.domains.publishing.models.view_exports import ViewExport
from presence.domains.publishing.models.views import FirstView, SavedView

__all__ = [
    "Annotation",
    "DataExport",
    "FirstView",
    "MadeFile",
    "MadeFilePart",
    "Report",
    "ReportBranding",
    "SavedView",
    "ShareLink",
    "ViewExport",
    "WorkspaceExport",
]
