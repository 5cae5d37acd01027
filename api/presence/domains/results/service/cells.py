"""Stores the sums of a run's answers with the run.

Invariant: written in the transaction that stores the extractions they sum, and always as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics import (
    Cell,
    EntityCell,
    SourceCount,
    cells_of,
    entity_cells_of,
    sources_of,
)
from presence.analysis.types import Answer, Extraction
from presence.domains.results.queries import cells as queries
from presence.domains.runs.service.codec import storable_text
from presence.domains.runs.service.rows import Row


@dataclass(frozen=True, slots=True)
class Sums:
    """A run's answers summed for charts and tables; computed outside any transaction."""

    cells: tuple[Cell, ...]
    entities: tuple[EntityCell, ...]
    sources: tuple[SourceCount, ...]


def sums_of(answers: Sequence[Answer], extractions: Sequence[Extraction]) -> Sums:
    """The sums of a run's answers as extracted."""
    return Sums(
        cells_of(answers, extractions),
        entity_cells_of(answers, extractions),
        sources_of(answers, extractions),
    )


async def store_sums(
    session: AsyncSession, run_id: UUID, sums: Sums, prompts: Mapping[str, UUID]
) -> None:
    """Replace the run's sums; `prompts` maps panel keys to stored prompts."""
    await queries.replace(
        session,
        run_id,
        [{**asdict(cell), "prompt_id": prompts[cell.prompt_id]} for cell in sums.cells],
        [{**asdict(cell), "prompt_id": prompts[cell.prompt_id]} for cell in sums.entities],
        [_storable(asdict(source)) for source in sums.sources],
    )


def _storable(row: Row) -> Row:
    return {k: storable_text(v) if isinstance(v, str) else v for k, v in row.items()}
