"""What the file of a report is called.

Invariant: only the product's own words, a day and the beginning of an id, in ASCII: a name that a
customer chose could pretend another kind of file, or turn its letters around.
"""

from __future__ import annotations

import re

from presence.domains.publishing.service.reports.content import Content

_OURS = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_ENDING = re.compile(r"[a-z0-9]{1,5}")


def file_name(content: Content, ending: str) -> str:
    """ "ai-visibility-report-2026-11-21-018f2c3a.pdf" """
    day = content.made_at.astimezone(content.zone).date()
    return f"ai-visibility-report-{day}-{content.brand_id.hex[-8:]}.{ending}"


def download_name(stored: str) -> str:
    """What a stored file is called when downloaded; one named otherwise gets a plain name."""
    if _OURS.fullmatch(stored):  # guard: files.own-name -> True
        return stored
    ending = stored.rpartition(".")[2].lower()
    return f"presence-file.{ending}" if _ENDING.fullmatch(ending) else "presence-file"
