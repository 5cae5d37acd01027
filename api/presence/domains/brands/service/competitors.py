"""Customers' operations on competitors: track, edit, remove, and accept suggestions.

Invariant: no name or alias refers to two entities of one brand and no prefix has two owners;
whenever the set of names to look for changes, stored answers are extracted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction.folding import fold_name
from presence.core.errors import Conflict, NotFound, ValidationFailed
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.brands.models import Brand, BrandCompetitor
from presence.domains.brands.queries import competitors as queries
from presence.domains.brands.records import CompetitorDetail, CompetitorStatus
from presence.domains.brands.service.brands import require
from presence.domains.brands.service.limits import claim_competitor
from presence.domains.brands.service.managing import require_writable_row
from presence.domains.brands.service.rescoring import rescore_after
from presence.domains.brands.sites import prefix_of, shared_out
from presence.domains.workspaces.service import lock_workspace

MOST_ALIASES = 20
_FORMER = ("suggested", "dismissed", "removed")


async def list_competitors(
    session: AsyncSession, brand_id: UUID, statuses: Sequence[str], after: UUID | None, limit: int
) -> tuple[tuple[CompetitorDetail, ...], int]:
    """Competitors in the order they were added, starting after a key, and the total number."""
    await require(session, brand_id)
    rows = await queries.page(session, brand_id, statuses, after, limit)
    return tuple(map(detail, rows)), await queries.count(session, brand_id, statuses)


async def read_competitor(session: AsyncSession, brand_id: UUID, key: UUID) -> CompetitorDetail:
    """One competitor. Raises NotFound."""
    await require(session, brand_id)
    return detail(await _find(session, brand_id, key))


async def add_competitor(
    session: AsyncSession, brand_id: UUID, name: str, changes: dict[str, Any]
) -> CompetitorDetail:
    """Track a competitor; one that was suggested, dismissed or removed is restored as the same row.

    Raises PlanLimitReached if the plan has no room, Conflict if a name or site is taken.
    """
    brand = await require_writable_row(session, brand_id)
    await claim_competitor(session)
    rows = await queries.all_of(session, brand_id)
    rows = sorted(rows, key=lambda row: row.name != name)  # identical spelling first
    row = next((row for row in rows if fold_name(row.name) == fold_name(name)), None)
    if row is not None and row.status == "tracked":
        raise _taken("/name", row.name)
    if row is None:
        row = BrandCompetitor(id=new_id(), brand_id=brand_id, aliases=[], prefixes=[])
        row.prefixes_derived = True
        session.add(row)
    row.name, row.status = name, "tracked"
    await _describe(session, brand, row, changes)
    await record(session, "competitor.added", f"competitor:{row.id}", after={"name": name})
    return await _changed(session, row)


async def change_competitor(
    session: AsyncSession, brand_id: UUID, key: UUID, changes: dict[str, Any]
) -> CompetitorDetail:
    """Change name, aliases, site or flag of a tracked competitor. Raises Conflict, NotFound."""
    brand = await require_writable_row(session, brand_id)
    await lock_workspace(session)
    row = await _find(session, brand_id, key)
    if row.status != "tracked":
        raise Conflict("This competitor is not tracked. Accept or add it first.")
    await _describe(session, brand, row, changes)
    return await _changed(session, row)


async def remove_competitor(session: AsyncSession, brand_id: UUID, key: UUID) -> None:
    """Stop tracking a competitor; it will not be suggested again either."""
    await require_writable_row(session, brand_id)
    await lock_workspace(session)
    row = await _find(session, brand_id, key)
    if row.status != "tracked":
        raise Conflict("This competitor is not tracked.")
    row.status = "removed"
    await record(session, "competitor.deleted", f"competitor:{row.id}", before={"name": row.name})
    await _changed(session, row)


async def accept_suggestion(
    session: AsyncSession, brand_id: UUID, key: UUID, alias_of: UUID | None = None
) -> CompetitorDetail:
    """Track a suggested competitor, or add its name as an alias of a tracked one."""
    brand = await require_writable_row(session, brand_id)
    row = await _suggested(session, brand_id, key, "suggested")
    if alias_of is None:
        await claim_competitor(session)
        row.status = "tracked"
        await _describe(session, brand, row, {})
        await record(session, "competitor.added", f"competitor:{row.id}", after={"name": row.name})
        return await _changed(session, row)
    await lock_workspace(session)
    other = await _find(session, brand_id, alias_of)
    if other.status != "tracked":
        raise Conflict("The competitor to take the name is not tracked.")
    row.status = "dismissed"
    await _describe(session, brand, other, {"aliases": [*other.aliases, row.name]})
    return await _changed(session, other)


async def dismiss_suggestion(session: AsyncSession, brand_id: UUID, key: UUID) -> CompetitorDetail:
    """Never suggest this name again."""
    await require_writable_row(session, brand_id)
    row = await _suggested(session, brand_id, key, "suggested", "dismissed")
    row.status = "dismissed"
    await session.flush()
    return detail(row)


async def restore_suggestion(session: AsyncSession, brand_id: UUID, key: UUID) -> CompetitorDetail:
    """Restore a dismissed name, or a formerly tracked one that answers mentioned, as a suggestion.

    Raises Conflict if the name now refers to another competitor, or if no answer mentioned it.
    """
    await require_writable_row(session, brand_id)
    await lock_workspace(session)
    row = await _find(session, brand_id, key)
    if row.status == "tracked" and row.answers:
        row.status = "suggested"
        before = {"name": row.name}
        await record(session, "competitor.deleted", f"competitor:{row.id}", before=before)
        return await _changed(session, row)
    if row.status not in ("suggested", "dismissed"):
        raise Conflict("This name is not a suggestion any more.")
    for other in await queries.tracked(session, brand_id):
        if fold_name(row.name) in {fold_name(name) for name in (other.name, *other.aliases)}:
            raise _taken("/name", other.name)
    row.status = "suggested"
    await session.flush()
    return detail(row)


def detail(row: BrandCompetitor) -> CompetitorDetail:
    """A row in the form shown to the customer."""
    return CompetitorDetail(
        id=row.id,
        name=row.name,
        aliases=tuple(row.aliases),
        website_url=row.website_url,
        prefixes=tuple(row.prefixes),
        is_common_word=row.is_common_word,
        status=cast("CompetitorStatus", row.status),
        answers=row.answers,
        prompts=row.prompts,
        engines=row.engines,
        example_answer_id=row.example_answer_id,
        example_start=row.example_start,
        example_end=row.example_end,
        created_at=row.created_at,
    )


async def _find(session: AsyncSession, brand_id: UUID, key: UUID) -> BrandCompetitor:
    row = await queries.find_competitor(session, brand_id, key)
    if row is None:
        raise NotFound("We could not find that competitor.")
    return row


async def _suggested(
    session: AsyncSession, brand_id: UUID, key: UUID, *statuses: CompetitorStatus
) -> BrandCompetitor:
    row = await _find(session, brand_id, key)
    if row.status not in statuses:
        raise Conflict("This name is not a suggestion any more.")
    return row


async def _describe(
    session: AsyncSession, brand: Brand, row: BrandCompetitor, changes: dict[str, Any]
) -> None:
    """Apply the changes and reconcile names and prefixes with the brand's other entities."""
    prefixes = changes.pop("prefixes", None)
    for former in await queries.with_status(session, brand.id, *_FORMER):
        if former.id != row.id and former.name == changes.get("name"):
            raise Conflict(f"{former.name} is known as {former.status}. Add it from there instead.")
    for name, value in changes.items():
        setattr(row, name, value)
    if prefixes is not None:
        row.prefixes_derived = not prefixes
        row.prefixes = sorted({prefix_of(prefix) for prefix in prefixes})
    row.aliases = _distinct(row.name, row.aliases)
    others = [o for o in await queries.tracked(session, brand.id) if o.id != row.id]
    for other_name, names in [
        (brand.name, (brand.name, *brand.aliases)),
        *((other.name, (other.name, *other.aliases)) for other in others),
    ]:
        taken = {fold_name(name) for name in names}
        if not taken.isdisjoint(fold_name(name) for name in (row.name, *row.aliases)):
            own = fold_name(row.name) in taken
            raise _taken("/name" if own else "/aliases", other_name)
    _assign_prefixes(brand, [*others, row])


def _assign_prefixes(brand: Brand, competitors: Sequence[BrandCompetitor]) -> None:
    """Assign each derived entity its part of a shared host.

    Raises Conflict if two entities own the same part.
    """
    websites: dict[UUID, str] = {
        competitor.id: competitor.website_url
        for competitor in competitors
        if competitor.prefixes_derived and competitor.website_url
    }
    if brand.website_url:
        websites[brand.id] = brand.website_url
    shares = shared_out(websites)
    owner = dict.fromkeys(brand.owned_prefixes, brand.name)
    for competitor in competitors:
        if competitor.prefixes_derived:
            competitor.prefixes = list(shares.get(competitor.id, ()))
        for prefix in competitor.prefixes:
            if prefix in owner:
                raise Conflict(
                    f"{owner[prefix]} already owns {prefix}. Give a longer address, with its path."
                )
            owner[prefix] = competitor.name


def _distinct(name: str, aliases: Sequence[str]) -> list[str]:
    """The aliases without duplicates and without the name itself."""
    seen = {fold_name(name)}
    kept = []
    for alias in aliases:
        if fold_name(alias) not in seen:
            seen.add(fold_name(alias))
            kept.append(alias)
    if len(kept) > MOST_ALIASES:
        sentence = f"Give at most {MOST_ALIASES} aliases."
        raise ValidationFailed.at("/aliases", sentence, "too-many")
    return kept


async def _changed(session: AsyncSession, row: BrandCompetitor) -> CompetitorDetail:
    await session.flush()
    await session.refresh(row)
    await rescore_after(session, row.brand_id)
    return detail(row)


def _taken(pointer: str, owner: str) -> Conflict:
    sentence = f"This name already stands for {owner}."
    return Conflict.at(pointer, sentence, "taken")
