"""SQL statements for lists of conclusions: filtered, ordered, paged, with people's decisions.

Invariant: a row beyond the plan's preview is removed before any filter is applied, so no filter,
order or page can reveal it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Select,
    Subquery,
    and_,
    case,
    column,
    func,
    literal,
    or_,
    select,
    table,
    true,
)
from sqlalchemy.dialects.postgresql import JSONB, distinct_on
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, aliased

from presence.domains.findings.models import (
    Decision,
    Recheck,
    StoredGap,
    StoredRecommendation,
    TechnicalFinding,
)
from presence.domains.findings.queries.advice import LOOKED_FOR, TABLES, Conclusion
from presence.domains.runs.models import Run, RunInput, StoredAnswer

Column = ColumnElement[Any] | InstrumentedAttribute[Any]
Filter = Callable[[tuple[str, ...]], ColumnElement[bool]]
ENDED = ("completed", "partial")
HISTORY_RUNS: Final = 24
_ABOVE_ANY_VALUE: Final = 10_000

_USERS = table("users", column("id"), column("first_name"), column("last_name"), column("email"))


@dataclass(frozen=True, slots=True)
class AdviceQuery:
    """The parameters of a list. `most` is the plan's preview, None for everything."""

    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    q: str = ""
    sort: str = "rank"
    limit: int = 50
    after: UUID | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """One conclusion with people's decisions on it; `closed_at` only in the history."""

    row: Conclusion
    decision: Decision | None
    assignee: str | None
    recheck: Recheck | None = None
    closed_at: datetime | None = None


def _ordinal(of: Column, *values: str) -> Column:
    return case({value: number for number, value in enumerate(values)}, value=of, else_=9)


def _by_level(level: Column, value: Column) -> Column:
    """The level first, as it is shown, then the value within it; the greatest is the highest."""
    return _ordinal(level, "Info", "Low", "Medium", "High") * _ABOVE_ANY_VALUE + value


def _one_of(of: Column) -> Filter:
    return lambda values: of.in_(values)


_LEVELS = ("High", "Medium", "Low", "Info")
_STATUS = ("open", "planned", "in-progress", "done", "dismissed")
_GAP, _FINDING, _ADVICE = StoredGap, TechnicalFinding, StoredRecommendation

FILTERS: Final[dict[str, dict[str, Filter]]] = {
    "gap": {
        "status": _one_of(_GAP.status),
        "type": _one_of(_GAP.gap_type),
        "category": _one_of(_GAP.category),
        "topic": _one_of(_GAP.topic),
        "competitor": lambda values: or_(
            _GAP.competitor.in_(values), *(_GAP.competitors.has_key(v) for v in values)
        ),
        "engine": lambda values: or_(
            *(_GAP.engines.contains([{"engine": value}]) for value in values)
        ),
    },
    "finding": {
        "status": _one_of(_FINDING.status),
        "type": _one_of(_FINDING.group),
        "impact": _one_of(_FINDING.impact),
        "code": _one_of(_FINDING.code),
        "effort": _one_of(_FINDING.effort),
        "page": lambda values: or_(*(_FINDING.pages.has_key(value) for value in values)),
        "bot": lambda values: or_(*(_FINDING.bots.has_key(value) for value in values)),
    },
    "recommendation": {
        "status": _one_of(_ADVICE.status),
        "category": _one_of(_ADVICE.category),
        "priority": _one_of(_ADVICE.priority),
        "effort": _one_of(_ADVICE.effort),
        "grade": _one_of(_ADVICE.grade),
        "source": _one_of(_ADVICE.source_kind),
    },
}  # fmt: skip
ORDERS: Final[dict[str, dict[str, Column]]] = {
    "gap": {
        "rank": _GAP.number,
        "type": _ordinal(_GAP.gap_type, "Major", "Moderate", "Minor"),
        "category": _GAP.category,
        "prompt": _GAP.prompt,
        "competitor": _GAP.competitor,
        "answers": _GAP.n,
        "status": _ordinal(_GAP.status, *_STATUS),
    },
    "finding": {
        "rank": _FINDING.number,
        "impact": _by_level(_FINDING.impact, _FINDING.impact_value),
        "type": _FINDING.group,
        "page": _FINDING.page,
        "pages": func.jsonb_array_length(_FINDING.pages),
        "status": _ordinal(_FINDING.status, *_STATUS),
    },
    "recommendation": {
        "rank": _ADVICE.number,
        "gain": _ADVICE.expected_gain,
        "priority": _ordinal(_ADVICE.priority, *_LEVELS),
        "effort": _ordinal(_ADVICE.effort, "Info", "Low", "Medium", "High"),
        "category": _ADVICE.category,
        "status": _ordinal(_ADVICE.status, *_STATUS),
    },
}  # fmt: skip
_SEARCHED: Final[dict[str, tuple[Column, ...]]] = {
    "gap": (_GAP.prompt, _GAP.ai_response, _GAP.attack_move, _GAP.competitor),
    "finding": (_FINDING.issue, _FINDING.action, _FINDING.page, _FINDING.code),
    "recommendation": (_ADVICE.title, _ADVICE.description),
}  # fmt: skip


async def count_rows(session: AsyncSession, kind: str, run_id: UUID) -> int:
    """How many conclusions of a kind the run has, including locked ones."""
    of = TABLES[kind]
    counted = select(func.count()).select_from(of).where(of.run_id == run_id)
    return (await session.execute(counted)).scalar_one()


async def of_run(
    session: AsyncSession, kind: str, run_id: UUID, asked: AdviceQuery
) -> tuple[list[Listed], int]:
    """The requested page (one row more than its limit) of a run's rows, and how many match."""
    of = TABLES[kind]
    order = ORDERS[kind][asked.sort.removeprefix("-")]
    directed = order.desc() if asked.sort.startswith("-") else order.asc()
    place = func.row_number().over(order_by=(directed, of.number)).label("place")
    ranked = select(of.id, place, literal(None).label("closed_at")).where(of.run_id == run_id)
    if asked.most is not None:
        ranked = ranked.where(of.number <= asked.most)
    return await _page(session, kind, ranked.subquery(), asked)


async def history(
    session: AsyncSession, kind: str, brand_id: UUID, run_id: UUID, asked: AdviceQuery
) -> tuple[list[Listed], int]:
    """Causes found by earlier runs but not by the shown run, last seen first.

    A question that a run did not ask says nothing about its gap, and advice made of gaps is judged
    by the questions that it was made of last; other advice by what the run looked for.
    """
    of = TABLES[kind]
    recent = (
        select(Run.id)
        .where(Run.brand_id == brand_id, Run.status.in_(ENDED), Run.id != run_id)
        .order_by(Run.created_at.desc())
        .limit(HISTORY_RUNS)
    )
    found_now = select(of.key).where(of.run_id == run_id)
    gone = (
        select(of.id, Run.created_at.label("seen_at"))
        .join(Run, Run.id == of.run_id)
        .where(of.brand_id == brand_id, of.run_id.in_(recent), of.key.not_in(found_now))
        .ext(distinct_on(of.key))
        .order_by(of.key, Run.created_at.desc())
        .subquery()
    )
    later = aliased(Run)
    closed_at = (
        select(func.min(func.coalesce(later.finished_at, later.created_at)))
        .where(later.brand_id == brand_id, later.status.in_(ENDED))
        .where(later.kind.in_(("full", "technical" if kind == "finding" else "content")))
        .where(later.created_at > gone.c.seen_at, _examined(kind, later.id))
        .correlate(gone, of)
        .scalar_subquery()
    )
    timed = (
        select(gone.c.id, closed_at.label("closed_at"))
        .join(of, of.id == gone.c.id)
        .where(_examined(kind, run_id))
        .subquery()
    )
    place = func.row_number().over(order_by=(timed.c.closed_at.desc(), timed.c.id)).label("place")
    ranked = select(timed.c.id, place, timed.c.closed_at).subquery()
    return await _page(session, kind, ranked, asked)


def _examined(kind: str, run: UUID | Column) -> ColumnElement[bool]:
    """Whether a run looked for what a row is about; the gap of a deleted question is looked for."""
    if kind == "gap":
        asked = select(StoredAnswer.prompt_id).where(StoredAnswer.run_id == run)
        return or_(
            _GAP.prompt_id.is_(None), _GAP.prompt_id.in_(asked.correlate_except(StoredAnswer))
        )
    if kind == "recommendation":
        ref = func.jsonb_array_elements(_ADVICE.evidence).table_valued(column("value", JSONB))
        asked = (
            select(StoredAnswer.id)
            .select_from(ref)
            .join(StoredAnswer, StoredAnswer.prompt_key == ref.c.value["ref"].astext)
            .where(ref.c.value["kind"].astext == "gap", StoredAnswer.run_id == run)
        )
        return case(
            (_ADVICE.key.like("gap:%"), asked.correlate_except(StoredAnswer, ref).exists()),
            else_=_looked_for(run),
        )
    return true()


def _looked_for(run: UUID | Column) -> ColumnElement[bool]:
    """Whether a run looked for what advice is about; one that does not say looked for all."""
    own = (
        select(RunInput.data)
        .where(RunInput.run_id == run, RunInput.kind == LOOKED_FOR)
        .correlate_except(RunInput)
    )
    found = or_(
        RunInput.data.op("?")(_ADVICE.key),
        RunInput.data.op("?")(func.split_part(_ADVICE.key, ":", 1)),
    )
    return or_(~own.exists(), own.where(found).exists())


async def one(session: AsyncSession, kind: str, rows: Sequence[UUID]) -> list[Listed]:
    """Conclusions by id with people's decisions on them, ordered by rank."""
    of = TABLES[kind]
    chosen = select(of.id, of.number.label("place"), literal(None).label("closed_at")).where(
        of.id.in_(rows)
    )
    return (await _page(session, kind, chosen.subquery(), AdviceQuery(limit=len(rows))))[0]


async def _page(
    session: AsyncSession, kind: str, ranked: Subquery, asked: AdviceQuery
) -> tuple[list[Listed], int]:
    of = TABLES[kind]
    matching = _matching(kind, asked)
    total = (
        await session.execute(
            select(func.count()).select_from(of).join(ranked, ranked.c.id == of.id).where(*matching)
        )
    ).scalar_one()
    chosen = _with_decision(kind, ranked).where(*matching)
    if asked.after is not None:
        here = select(ranked.c.place).where(ranked.c.id == asked.after).scalar_subquery()
        chosen = chosen.where(ranked.c.place > here)
    rows = await session.execute(chosen.order_by(ranked.c.place).limit(asked.limit + 1))
    return [Listed(*row) for row in rows], total


def _matching(kind: str, asked: AdviceQuery) -> list[ColumnElement[bool]]:
    found = [FILTERS[kind][name](values) for name, values in asked.filters.items() if values]
    if asked.q:
        found.append(or_(*(c.icontains(asked.q, autoescape=True) for c in _SEARCHED[kind])))
    return found


def _with_decision(kind: str, ranked: Subquery) -> Select[Any]:
    of = TABLES[kind]
    named = func.nullif(func.trim(func.concat(_USERS.c.first_name, " ", _USERS.c.last_name)), "")
    name = func.coalesce(named, _USERS.c.email)
    asked_again = aliased(Recheck)
    newest = (
        select(asked_again.id)
        .where(asked_again.finding_id == of.id)
        .order_by(asked_again.created_at.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        select(of, Decision, name, Recheck, ranked.c.closed_at)
        .join(ranked, ranked.c.id == of.id)
        .outerjoin(
            Decision,
            and_(Decision.brand_id == of.brand_id, Decision.kind == kind, Decision.key == of.key),
        )
        .outerjoin(_USERS, _USERS.c.id == Decision.assignee_id)
        .outerjoin(Recheck, Recheck.id == newest)
    )
