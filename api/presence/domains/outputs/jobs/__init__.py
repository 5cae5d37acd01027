"""Jobs of outputs, one module per concern; importing the package registers them."""

from __future__ import annotations

from presence.domains.outputs.jobs import digests, endpoints, notifications, reports, view_exports
from presence.domains.outputs.jobs.exports import export_account, export_workspace
from presence.domains.outputs.jobs.mail import send

__all__ = [
    "digests",
    "endpoints",
    "export_account",
    "export_workspace",
    "notifications",
    "reports",
    "send",
    "view_exports",
]
