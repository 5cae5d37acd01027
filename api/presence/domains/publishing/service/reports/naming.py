"""The file names of reports.

Invariant: only the product's own words, a date and the beginning of an id, in ASCII: a name chosen
by a customer could imitate another file type or reverse its letters.
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
    """The download name of a stored file; one named differently gets a plain name."""
    if _OURS.fullmatch(stored):  # guard: files.own-name -> True
        return stored
    ending = stored.rpartition(".")[2].lower()
    return f"presence-file.{ending}" if _ENDING.fullmatch(ending) else "presence-file"
