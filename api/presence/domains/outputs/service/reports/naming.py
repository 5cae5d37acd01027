"""What the file of a report is called."""

from __future__ import annotations

import re

from presence.domains.outputs.service.reports.content import Content


def file_name(content: Content, ending: str) -> str:
    """ "harrow-ai-visibility-2026-11-21.pdf"; letters of every script stay."""
    day = content.made_at.astimezone(content.zone).date()
    return f"{plain_name(content.brand)}-ai-visibility-{day}.{ending}"


def plain_name(text: str) -> str:
    """ "Harrow & Sons" as "harrow-sons", at most 60 characters."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")[:60] or "brand"
