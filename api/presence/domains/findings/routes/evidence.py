"""From a number to the evidence behind it."""

from __future__ import annotations

from uuid import UUID

from presence.domains.findings.schemas.evidence import AnswerOut, EvidenceOut
from presence.domains.findings.service import evidence
from presence.domains.results.schemas.results import Metric
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession

router = slice_router("findings")


@router.get("/api/v1/runs/{run_id}/evidence", dependencies=VIEW)
async def run_evidence(run_id: UUID, metric: Metric, session: TenantSession) -> EvidenceOut:
    """Get the evidence behind a score of a run."""
    return await evidence.evidence(session, run_id, metric)


@router.get("/api/v1/answers/{answer_id}", dependencies=VIEW)
async def answer(answer_id: UUID, session: TenantSession) -> AnswerOut:
    """Get an answer in full, with its mentions, citations and highlighted passages."""
    return await evidence.answer_document(session, answer_id)
