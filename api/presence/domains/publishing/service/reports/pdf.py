"""A report as PDF."""

from __future__ import annotations

from presence.domains.publishing.service.reports.content import Content
from presence.domains.publishing.service.reports.naming import file_name
from presence.domains.publishing.service.reports.paper import paper_of
from presence.domains.publishing.service.reports.typesetting import set_pages


def write_pdf(content: Content) -> tuple[str, str, bytes]:
    """(file name, media type, PDF)."""
    logo = content.branding.logo if content.branding else None
    made = set_pages(paper_of(content), logo, int(content.made_at.timestamp()))
    return file_name(content, "pdf"), "application/pdf", made
