"""Jobs of publishing, one module per concern; importing the package registers them."""

from __future__ import annotations

from presence.domains.publishing.jobs import reports, view_exports
from presence.domains.publishing.jobs.exports import export_account, export_workspace
from presence.domains.publishing.service import emails, notices

__all__ = ["emails", "export_account", "export_workspace", "notices", "reports", "view_exports"]
