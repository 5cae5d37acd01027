"""Lists of gaps, findings and recommendations as the API shows them.

Invariant: a row that the plan does not show is never read, only counted; filters, orders, pages and
the history of closed ones work on what it shows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.audit import CODES
from presence.analysis.gaps import is_early
from presence.analysis.recommendations.grades import finding_support
from presence.domains.billing.service import current_plan
from presence.domains.findings.models import Decision, StoredGap
from presence.domains.findings.queries import advice_lists as lists
from presence.domains.findings.queries.advice_lists import AdviceQuery, Listed
from presence.domains.findings.schemas.conclusions import (
    AssigneeOut,
    ConclusionsOut,
    DecidedOut,
    FindingRowOut,
    FindingsOut,
    GapOut,
    GapsOut,
    RecheckOut,
    RecommendationOut,
    RecommendationsOut,
    VerificationOut,
)
from presence.domains.runs.queries.shown import ShownRuns, shown_runs
from presence.domains.runs.service.run_views import no_brand
from presence.http.filters import order, refused, several
from presence.http.listing import Paging, cut
from presence.http.schemas import ApiOut

Kind = Literal["gap", "finding", "recommendation"]
PageT = TypeVar("PageT", bound=ConclusionsOut)
RowT = TypeVar("RowT", bound=DecidedOut)
KIND_OF: dict[type[ApiOut], Kind] = {
    GapOut: "gap",
    GapsOut: "gap",
    FindingRowOut: "finding",
    FindingsOut: "finding",
    RecommendationOut: "recommendation",
    RecommendationsOut: "recommendation",
}
FEATURE: dict[Kind, str] = {
    "gap": "gaps.content",
    "finding": "gaps.technical",
    "recommendation": "recommendations.all",
}
STATUSES = ("open", "planned", "in-progress", "done", "dismissed", "closed")
CLOSED = "closed"
# The possible values of a filter, if they are fixed; other filters accept any text.
_KNOWN: dict[str, Collection[str]] = {
    "status": STATUSES,
    "impact": ("High", "Medium", "Low", "Info"),
    "priority": ("High", "Medium", "Low"),
    "effort": ("High", "Medium", "Low", "Info"),
    "grade": ("A", "B", "C", "D"),
    "source": ("finding", "gap", "fit"),
}
_GAP_TYPES = ("Major", "Moderate", "Minor")


def ask(
    kind: Kind, given: Mapping[str, str | None], q: str | None, sort: str | None, paging: Paging
) -> AdviceQuery:
    """The parameters of a list. Raises ValidationFailed for an unknown value or order."""
    for name in given.keys() - lists.FILTERS[kind].keys():
        raise refused(f"filter[{name}]", "This list has no such filter.")
    filters = {name: _values(kind, name, value) for name, value in given.items() if value}
    if CLOSED in filters.get("status", ()) and filters["status"] != (CLOSED,):
        raise refused("filter[status]", "Closed rows are a list of their own.")
    chosen = order(sort, lists.ORDERS[kind], "rank")
    return AdviceQuery(filters, (q or "").strip(), chosen, paging.limit, paging.after)


def _values(kind: Kind, name: str, value: str) -> tuple[str, ...]:
    if kind == "gap" and name == "type":
        return several(value, _GAP_TYPES, name)
    known = _KNOWN.get(name)
    if known is not None:
        return several(value, known, name)
    return tuple(part.strip() for part in value.split(",") if part.strip())[:50]


async def listing(
    session: AsyncSession, brand_id: UUID, of: type[PageT], asked: AdviceQuery
) -> PageT:
    """One page of the brand's conclusions. Raises NotFound for a foreign brand."""
    kind = KIND_OF[of]
    shown = await shown_of(session, brand_id)
    run_id = shown.run_of(kind)
    if run_id is None:
        page = cut([], Paging(asked.limit, None), _id, 0)[1]
        return of.model_validate({"data": [], "page": page, "locked": 0})
    most = await preview(session, kind)
    total = await lists.count_rows(session, kind, run_id)
    locked = 0 if most is None else max(0, total - most)
    if asked.filters.get("status") == (CLOSED,):
        rows, matching = await _closed(session, brand_id, kind, run_id, asked, most)
    else:
        cut_asked = replace(asked, most=most)
        rows, matching = await lists.of_run(session, kind, run_id, cut_asked)
    data, page = cut(rows, Paging(asked.limit, asked.after), _id, matching + locked)
    found = [_document(kind, row) for row in data]
    return of.model_validate({"data": found, "page": page, "locked": locked})


async def _closed(
    session: AsyncSession,
    brand_id: UUID,
    kind: Kind,
    run_id: UUID,
    asked: AdviceQuery,
    most: int | None,
) -> tuple[list[Listed], int]:
    """The history, which a preview does not show at all."""
    if most is not None:
        return [], 0
    others = {name: values for name, values in asked.filters.items() if name != "status"}
    return await lists.history(session, kind, brand_id, run_id, replace(asked, filters=others))


async def shown_of(session: AsyncSession, brand_id: UUID) -> ShownRuns:
    """The runs a brand shows. Raises NotFound for a foreign brand."""
    shown = await shown_runs(session, brand_id)
    if shown is None:
        raise no_brand()
    return shown


async def preview(session: AsyncSession, kind: Kind) -> int | None:
    """How many rows of a kind the plan shows; None means all."""
    return (await current_plan(session)).limits.rows(FEATURE[kind])


def _id(listed: Listed) -> UUID:
    return listed.row.id


def shown_row(of: type[RowT], listed: Listed) -> RowT:
    """A row with people's decisions on it, as the API shows it."""
    return of.model_validate(_document(KIND_OF[of], listed))


def _document(kind: Kind, listed: Listed) -> dict[str, Any]:
    row = listed.row
    fields: dict[str, Any] = {
        column.key: getattr(row, column.key) for column in row.__table__.columns
    }
    if kind == "finding":
        check = CODES.get(fields["code"])
        opinion = check is not None and check.opinion
        fields["affected_pages"] = len(fields["pages"])
        fields["why"] = finding_support(fields["code"], opinion).reason
        again = listed.recheck
        fields["recheck"] = again and RecheckOut.from_row(again, requested_at=again.created_at)
    if isinstance(row, StoredGap):
        early = is_early(row.kind, row.brand_answers, row.rival_answers)
        fields["too_early"] = early and listed.closed_at is None
    return {**fields, **_said(listed)}


def _said(listed: Listed) -> dict[str, Any]:
    decision = listed.decision
    closed = listed.closed_at is not None
    return {
        "status": CLOSED if closed else listed.row.status,
        "assignee": _assignee(decision, listed.assignee),
        "note": decision.note if decision else "",
        "reason": decision.reason if decision else "",
        "decided_at": decision.decided_at if decision and _decided(decision) else None,
        "verification": _verification(decision),
        "closed_at": listed.closed_at,
        "undoable": decision is not None and decision.before is not None,
    }


def _decided(decision: Decision) -> bool:
    """Whether it holds a decision or a verdict; rows may also hold notes on open causes."""
    return decision.status != "open" or decision.verified is not None


def _assignee(decision: Decision | None, name: str | None) -> AssigneeOut | None:
    if decision is None or decision.assignee_id is None:
        return None
    return AssigneeOut(id=decision.assignee_id, name=name or "")


def _verification(decision: Decision | None) -> VerificationOut | None:
    if decision is None or decision.verified is None:
        return None
    return VerificationOut.model_validate(
        {
            "verdict": decision.verified,
            "text": decision.verified_text,
            "at": decision.verified_at,
            "run_id": decision.verified_run_id,
        }
    )
