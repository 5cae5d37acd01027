"""Writes the file of a content brief."""

from __future__ import annotations

from presence.domains.publishing.service.briefs.content import Brief
from presence.domains.publishing.service.briefs.paper import paper_of
from presence.domains.publishing.service.reports.docx_files import docx_of
from presence.http.uploads import DOCX_TYPE


def write_brief(brief: Brief) -> tuple[str, str, bytes]:
    """(file name, media type, document)."""
    day = brief.made_at.astimezone(brief.zone).date()
    name = f"content-brief-{day}.docx"
    return name, DOCX_TYPE, docx_of(paper_of(brief), brief.branding)
