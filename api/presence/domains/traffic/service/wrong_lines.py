"""Lines of a log that could not be read, as a table to download."""

from __future__ import annotations

import csv
import io
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.traffic.queries import uploads as queries
from presence.domains.traffic.service.uploads import require_upload

_MARK = "\ufeff"  # tells spreadsheets it is UTF-8
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


async def wrong_lines_csv(session: AsyncSession, brand_id: UUID, upload_id: UUID) -> bytes:
    """The first thousand: place in the file (bytes), reason, beginning. Raises NotFound."""
    await require_upload(session, brand_id, upload_id)
    rows = await queries.wrong_lines(session, upload_id)
    return table([("byte", "reason", "line"), *((r.position, r.reason, r.text) for r in rows)])


def table(rows: list[tuple[object, ...]]) -> bytes:
    """A CSV file; text that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([[_harmless(cell) for cell in row] for row in rows])
    return (_MARK + out.getvalue()).encode("utf-8", "replace")


def _harmless(cell: object) -> object:
    """A cell that no spreadsheet computes."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
