"""All brands as one table for a spreadsheet.

Invariant: its numbers are those of the list of brands; a missing measurement is an empty cell.
"""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.service.view_exports.writing import CsvWriter
from presence.domains.visibility.service.portfolio import portfolio

_SCORES = {
    "overall": "AI Visibility",
    "content": "Content AI Visibility",
    "technical": "Technical AI Visibility",
    "audienceFit": "Audience Fit",
}
_COLUMNS = (
    "Brand", "Website", "Status", "Added", "Last analyzed", "Content stands for",
    *(f"{name}{part}" for name in _SCORES.values() for part in ("", ", low", ", high")),
    "Open content gaps", "Open technical gaps",
)  # fmt: skip


async def portfolio_csv(session: AsyncSession, now: datetime) -> bytes:
    """One line per brand, oldest first, in UTF-8 with a byte order mark."""
    out = io.BytesIO()
    writer = CsvWriter(out)
    writer.begin("portfolio", _COLUMNS)
    writer.rows([_line(brand) for brand in await portfolio(session, now)])
    writer.end()
    return out.getvalue()


def _line(brand: dict[str, Any]) -> dict[str, Any]:
    line = {
        "Brand": brand["name"],
        "Website": brand["website_url"] or "",
        "Status": brand["status"],
        "Added": brand["created_at"].date(),
        "Last analyzed": brand["last_run_at"] and brand["last_run_at"].date(),
        "Content stands for": (brand["scores"]["content"] or {}).get("standsFor") or "visibility",
    }
    for metric, name in _SCORES.items():
        score = brand["scores"][metric] or {}
        line[name] = score.get("value")
        line[f"{name}, low"], line[f"{name}, high"] = score.get("low"), score.get("high")
    gaps = brand["gaps"] or {"content": {}, "technical": {}}
    for section in ("content", "technical"):
        line[f"Open {section} gaps"] = gaps[section].get("open")
    return line
