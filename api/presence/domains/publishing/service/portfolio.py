"""All brands as one table for a spreadsheet.

Invariant: its numbers are those of the list of brands; a missing measurement is an empty cell.
"""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.service.view_exports.writing import CsvWriter
from presence.domains.results.schemas.results import PortfolioBrand
from presence.domains.results.service.portfolio import portfolio

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


def _line(brand: PortfolioBrand) -> dict[str, Any]:
    content, gaps = brand.scores.content, brand.gaps
    line: dict[str, Any] = {
        "Brand": brand.name,
        "Website": brand.website_url or "",
        "Status": brand.status,
        "Added": brand.created_at.date(),
        "Last analyzed": brand.last_run_at and brand.last_run_at.date(),
        "Content stands for": (content and content.stands_for) or "visibility",
        "Open content gaps": gaps and gaps.content.open,
        "Open technical gaps": gaps and gaps.technical.open,
    }
    scores = brand.scores.by_metric()
    for metric, name in _SCORES.items():
        score = scores[metric]
        line[name] = score and score.value
        line[f"{name}, low"], line[f"{name}, high"] = score and score.low, score and score.high
    return line
