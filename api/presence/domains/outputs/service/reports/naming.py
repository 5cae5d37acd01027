"""What the file of a report is called."""

from __future__ import annotations

import re

from presence.domains.outputs.service.reports.content import Content


def file_name(content: Content, ending: str) -> str:
    """ "harrow-ai-visibility-2026-11-21.pdf"; letters of every script stay."""
    brand = re.sub(r"[^\w]+", "-", content.brand.lower()).strip("-")[:60] or "brand"
    day = content.made_at.astimezone(content.zone).date()
    return f"{brand}-ai-visibility-{day}.{ending}"
