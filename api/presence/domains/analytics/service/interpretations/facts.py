"""A brand's key facts: proposed from what a run read, confirmed or corrected by people.

Invariant: a run never changes what a person decided: a kind with a confirmed fact gets no
proposals, and a removed fact is not proposed again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.facts import (
    FACTS_VERSION,
    KINDS,
    LEAST,
    MOST,
    WEIGHTS,
    Fact,
    FactKind,
    find_facts,
    unusable,
)
from presence.analysis.pipeline import Ingested
from presence.core.errors import FieldError, ValidationFailed
from presence.db.tenancy import binding_of
from presence.domains.analytics.models import BrandFact
from presence.domains.analytics.queries import facts as queries
from presence.domains.analytics.schemas.facts import FactKindOut, FactOut, FactsOut
from presence.domains.analytics.service.interpretations.requests import request_interpretations
from presence.domains.audit.service import record
from presence.domains.brands.service import get_brand
from presence.domains.runs.service.codec import storable_text
from presence.domains.runs.service.work import Work

FOUND, PERSON = "found", "person"


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact as edited by a person; `fact_id` None adds one."""

    fact_id: UUID | None
    kind: FactKind
    value: str


async def facts_document(session: AsyncSession, brand_id: UUID) -> FactsOut:
    """The facts of a brand as the API shows them. Raises NotFound."""
    await get_brand(session, brand_id)
    rows = _kept(await queries.facts(session, brand_id))
    return FactsOut(
        brand_id=brand_id,
        facts=[FactOut.model_validate(row) for row in rows],
        confirmed=sum(row.status == "confirmed" for row in rows),
        least=LEAST,
        enough=len(rows) >= LEAST,
        version=FACTS_VERSION,
        kinds=[FactKindOut(kind=kind, weight=WEIGHTS[kind], most=MOST[kind]) for kind in KINDS],
    )


async def facts_of(session: AsyncSession, brand_id: UUID) -> tuple[Fact, ...]:
    """The facts that answers are compared with: proposed and confirmed ones."""
    rows = _kept(await queries.facts(session, brand_id))
    return tuple(Fact(cast("FactKind", r.kind), r.value, r.source, r.quote) for r in rows)


async def replace_facts(
    session: AsyncSession, brand_id: UUID, wanted: Sequence[FactChange], now: datetime
) -> FactsOut:
    """Make exactly these the brand's facts, all of them confirmed; the others are removed.

    Raises NotFound, ValidationFailed for a value that is not a valid fact of its kind, for too many
    of a kind, for duplicates, and for a fact of another brand.
    """
    await get_brand(session, brand_id)
    await queries.lock(session, brand_id)
    rows = await queries.facts(session, brand_id)
    changes = [FactChange(w.fact_id, w.kind, _clean(w.value)) for w in wanted]
    _require_usable(changes, {row.id for row in _kept(rows)})
    before = _summary(rows)
    decided = {"decided_at": now, "user_id": binding_of(session).user_id, "status": "confirmed"}
    await _write(session, brand_id, rows, changes, decided)
    after = _summary(await _reloaded(session, brand_id))
    if after != before:
        await record(session, "facts.changed", f"brand:{brand_id}", before=before, after=after)
        await request_interpretations(session, brand_id)
    return await facts_document(session, brand_id)


async def propose_facts(work: Work, ingested: Ingested) -> None:
    """Propose what the run read in the brand's own texts; people's decisions stand."""
    pages = ingested.crawl.pages if ingested.crawl else ()
    found = await asyncio.to_thread(lambda: find_facts(work.profile, pages, work.documents))
    async with work.lease.transaction() as session:
        await queries.lock(session, work.run.brand_id)
        rows = await queries.facts(session, work.run.brand_id)
        confirmed = {row.kind for row in rows if row.status == "confirmed"}
        open_rows = [row for row in rows if row.status == "proposed"]
        fresh = [fact for fact in found if fact.kind not in confirmed]
        values = {(fact.kind, storable_text(fact.value).casefold()) for fact in fresh}
        gone = [row.id for row in open_rows if (row.kind, row.value.casefold()) not in values]
        await queries.remove(session, gone)
        brand = {"brand_id": work.run.brand_id, "status": "proposed", "origin": FOUND}
        await queries.add(
            session,
            [
                {
                    **brand,
                    "kind": fact.kind,
                    "value": storable_text(fact.value),
                    "source": storable_text(fact.source),
                    "quote": storable_text(fact.quote),
                    "number": number,
                }
                for number, fact in enumerate(fresh)
            ],
        )


async def _write(
    session: AsyncSession,
    brand_id: UUID,
    rows: Sequence[BrandFact],
    changes: Sequence[FactChange],
    decided: dict[str, Any],
) -> None:
    """Removes first, so that a value may move from one fact to another."""
    by_id = {row.id: row for row in rows}
    by_value = {(row.kind, row.value.casefold()): row for row in rows}
    kept: dict[UUID, tuple[int, FactChange]] = {}
    added: list[tuple[int, FactChange]] = []
    for number, change in enumerate(changes):
        same = by_value.get((change.kind, change.value.casefold()))
        row = by_id.get(change.fact_id) if change.fact_id else None
        if same is not None:
            kept[same.id] = number, change
        elif row is not None and row.kind == change.kind and row.id not in kept:
            kept[row.id] = number, change
        else:
            added.append((number, change))
    gone = {**decided, "status": "removed"}
    for row in _kept(rows):
        if row.id not in kept:
            await queries.update_fact(session, row.id, gone)
    for fact_id, (number, change) in kept.items():
        await queries.update_fact(
            session, fact_id, {**decided, "number": number, **_edit(by_id[fact_id], change.value)}
        )
    brand = {"brand_id": brand_id, "origin": PERSON, **decided}
    await queries.add(
        session, [{**brand, "number": n, "kind": c.kind, "value": c.value} for n, c in added]
    )


def _edit(row: BrandFact, value: str) -> dict[str, Any]:
    """A corrected value comes from the person; the text it was read from does not contain it."""
    if row.value == value:
        return {}
    return {"value": value, "origin": PERSON, "source": "", "quote": ""}


async def _reloaded(session: AsyncSession, brand_id: UUID) -> Sequence[BrandFact]:
    session.expire_all()
    return await queries.facts(session, brand_id)


def _require_usable(changes: Sequence[FactChange], known: set[UUID]) -> None:
    errors: list[FieldError] = []
    seen: set[tuple[str, str]] = set()
    counts: Counter[str] = Counter()
    for number, change in enumerate(changes):
        counts[change.kind] += 1
        key = change.kind, change.value.casefold()
        problem = unusable(change.kind, change.value)
        if change.fact_id is not None and change.fact_id not in known:
            problem = "This fact is not in the list any more; reload it."
        elif key in seen:
            problem = "The same fact is in the list twice."
        elif counts[change.kind] > MOST[change.kind]:
            problem = f"A brand has at most {MOST[change.kind]} of this kind."
        seen.add(key)
        if problem:
            errors.append(FieldError(f"/facts/{number}/value", problem, "invalid"))
    if errors:
        raise ValidationFailed(errors[0].detail, errors=tuple(errors))


def _clean(value: str) -> str:
    return " ".join(storable_text(value).split())


def _kept(rows: Sequence[BrandFact]) -> list[BrandFact]:
    kept = [row for row in rows if row.status != "removed"]
    return sorted(kept, key=lambda row: (KINDS.index(cast("FactKind", row.kind)), row.number))


def _summary(rows: Sequence[BrandFact]) -> dict[str, Any]:
    """The form kept in the audit log: kind, value and whether confirmed."""
    return {"facts": [{"kind": r.kind, "value": r.value, "status": r.status} for r in _kept(rows)]}
