"""What-if experiments: requested by people, computed by a job, later compared with reality.

Invariant: an experiment is based on one stored analysis and calls no engine, so it costs nothing
and can be repeated with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.whatif import Edit
from presence.core.errors import Conflict, NotFound, RateLimited, ValidationFailed
from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.audit.service import record
from presence.domains.brands.service import get_brand
from presence.domains.experiments.models import WhatIf
from presence.domains.experiments.queries import what_if as queries
from presence.domains.experiments.queries.rows import add_row
from presence.domains.experiments.schemas.what_if import WhatIfOut
from presence.domains.runs.queries.shown import shown_runs
from presence.domains.runs.service.codec import storable_text
from presence.jobs.queue import enqueue

JOB = "visibility.what_if"
VERIFY = "visibility.verify"
AT_ONCE = 3  # per workspace: an experiment keeps a worker busy for seconds
_NOTHING = "Run your first analysis before trying what would happen."
_WORDS = (
    "Write the text you would publish for this recommendation: the simulator can only judge words."
)


async def start(
    session: AsyncSession,
    brand_id: UUID,
    edits: Sequence[Edit],
    label: str,
    recommendation_id: UUID | None,
    user_id: UUID,
) -> WhatIfOut:
    """Queue an experiment on the brand's newest analysis.

    Raises NotFound, Conflict before the first analysis, ValidationFailed without any edit,
    RateLimited while the workspace has three in progress.
    """
    await get_brand(session, brand_id)
    workspace_id = binding_of(session).workspace_id
    shown = await shown_runs(session, brand_id)
    if shown is None or shown.content is None or workspace_id is None:
        raise Conflict(_NOTHING)
    key = await _recommendation(session, brand_id, recommendation_id)
    if not edits:
        raise ValidationFailed.at("/changes", _WORDS, "empty")
    if await queries.active(session) >= AT_ONCE:
        raise RateLimited(
            "Three experiments are under way; try again when one is done.",
            headers={"Retry-After": "15"},
        )
    row = WhatIf(
        id=new_id(),
        brand_id=brand_id,
        run_id=shown.content,
        label=storable_text(label),
        edits=[_storable(edit) for edit in edits],
        recommendation_key=key,
        user_id=user_id,
    )
    stored = await add_row(session, row)
    await enqueue(session, JOB, {"what_if_id": stored.id}, workspace_id=workspace_id)
    await record(
        session,
        "what-if.started",
        f"what-if:{stored.id}",
        before=None,
        after={"brandId": str(brand_id), "changes": len(edits)},
    )
    return _shown(stored)


async def verify_later(session: AsyncSession, workspace_id: UUID, run_id: UUID) -> None:
    """Queue the comparison of open predictions with an analysis that this transaction completes."""
    await enqueue(session, VERIFY, {"run_id": run_id}, workspace_id=workspace_id)


async def _recommendation(
    session: AsyncSession, brand_id: UUID, recommendation_id: UUID | None
) -> str | None:
    if recommendation_id is None:
        return None
    row = await queries.recommendation(session, recommendation_id)
    if row is None or row.brand_id != brand_id:
        raise NotFound("We could not find that recommendation.")
    return row.key


def _storable(edit: Edit) -> dict[str, str]:
    return {name: storable_text(value) for name, value in asdict(edit).items()}


async def show(session: AsyncSession, what_if_id: UUID) -> WhatIfOut:
    """One experiment. Raises NotFound."""
    row = await queries.find_what_if(session, what_if_id)
    if row is None:
        raise NotFound("We could not find that experiment.")
    return _shown(row)


async def listing(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[list[WhatIfOut], int]:
    """Experiments of a brand, newest first, and their total number. Raises NotFound."""
    await get_brand(session, brand_id)
    rows, total = await queries.page(session, brand_id, after, limit)
    return [_shown(row) for row in rows], total


def _shown(row: WhatIf) -> WhatIfOut:
    result = row.result or {}
    return WhatIfOut.from_row(
        row,
        changes=row.edits,
        answers=result.get("answers"),
        prompts=result.get("prompts", []),
        versions=result.get("versions", []),
    )
