"""SQL statements for prompts and their topics."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from presence.db.ordering import after_key, contains, ordered
from presence.domains.brands.models import Brand, Prompt

ASKED = and_(
    Prompt.status == "active", Prompt.position.is_not(None), Prompt.interpretation.is_(False)
)
QUESTION = Prompt.interpretation.is_(False)
LISTED = ("active", "paused")
_INSERTED = 1_000
_UNPLACED = 2**31 - 1

_TAKE_IN = text(
    "INSERT INTO prompt (id, brand_id, key, text, folded, intent, topic, locale, branded, status,"
    " position, origin)"
    " SELECT r.id, :brand, r.key, r.text, r.folded, r.intent, r.topic, r.locale, r.branded,"
    " r.status, r.position, 'imported' FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS"
    " r(id uuid, key text, text text, folded text, intent text, topic text, locale text,"
    " branded boolean, status text, position integer)"
    " ON CONFLICT (workspace_id, brand_id, key) DO UPDATE"
    " SET status = excluded.status, position = excluded.position, origin = excluded.origin"
)

SORTS: dict[str, ColumnElement[Any] | InstrumentedAttribute[Any]] = {
    "position": func.coalesce(Prompt.position, _UNPLACED),
    "createdAt": Prompt.created_at,
    "text": func.lower(Prompt.text),
    "topic": func.lower(Prompt.topic),
    "intent": Prompt.intent,
    "status": Prompt.status,
}


@dataclass(frozen=True, slots=True)
class PromptFilter:
    """Selects and sorts prompts for a list; `sort` is a key of SORTS, with "-" for descending."""

    statuses: tuple[str, ...] = LISTED
    intents: tuple[str, ...] = ()
    topic: str | None = None
    branded: bool | None = None
    q: str = ""
    sort: str = "position"


async def count_asked(session: AsyncSession) -> int:
    """How many prompts are asked across all brands of the workspace that are not deleted."""
    alive = select(Brand.id).where(Brand.status != "deleted")
    statement = select(func.count()).select_from(Prompt).where(ASKED, Prompt.brand_id.in_(alive))
    return await session.scalar(statement) or 0


async def count_generated(session: AsyncSession, brand_id: UUID) -> int:
    """How many of a brand's active prompts come from its panel; a new panel replaces them."""
    statement = (
        select(func.count())
        .select_from(Prompt)
        .where(Prompt.brand_id == brand_id, ASKED, Prompt.origin == "generated")
    )
    return await session.scalar(statement) or 0


async def asked(session: AsyncSession, brand_id: UUID) -> Sequence[Prompt]:
    """Active prompts, in the panel's order."""
    statement = (
        select(Prompt)
        .where(Prompt.brand_id == brand_id, ASKED)
        .order_by(Prompt.position, Prompt.id)
        .execution_options(populate_existing=True)
    )
    return (await session.scalars(statement)).all()


async def with_status(session: AsyncSession, brand_id: UUID, *statuses: str) -> Sequence[Prompt]:
    """A brand's prompts with any of these statuses, oldest first."""
    statement = select(Prompt).where(Prompt.brand_id == brand_id, Prompt.status.in_(statuses))
    return (await session.scalars(statement.order_by(Prompt.id))).all()


async def given_up(session: AsyncSession) -> Sequence[Prompt]:
    """Active prompts that nobody chose, across all brands not deleted, most dispensable first.

    The largest panel gives up its prompts first, starting from its end. A deleted brand asks
    nothing, so it has nothing to give up.
    """
    alive = select(Brand.id).where(Brand.status != "deleted")
    sizes = (
        select(Prompt.brand_id, func.count().label("size"))
        .where(ASKED)
        .group_by(Prompt.brand_id)
        .subquery()
    )
    statement = (
        select(Prompt)
        .join(sizes, sizes.c.brand_id == Prompt.brand_id)
        .where(ASKED, Prompt.origin == "generated", Prompt.version == 1)
        .where(Prompt.brand_id.in_(alive))
        .order_by(sizes.c.size.desc(), Prompt.position.desc())
    )
    return (await session.scalars(statement)).all()


async def find_prompt(session: AsyncSession, brand_id: UUID, prompt_id: UUID) -> Prompt | None:
    """A brand's prompt as a customer sees it, whatever its status."""
    return await session.scalar(
        select(Prompt).where(Prompt.id == prompt_id, Prompt.brand_id == brand_id, QUESTION)
    )


async def find_key(session: AsyncSession, brand_id: UUID, key: str) -> Prompt | None:
    """The prompt with this stable id."""
    return await session.scalar(
        select(Prompt).where(Prompt.brand_id == brand_id, Prompt.key == key)
    )


async def find_interpretation(session: AsyncSession, brand_id: UUID) -> Prompt | None:
    """The neutral question about the brand that is in use."""
    return await session.scalar(
        select(Prompt).where(
            Prompt.brand_id == brand_id, Prompt.interpretation, Prompt.status == "active"
        )
    )


async def lineage(session: AsyncSession, first: UUID) -> Sequence[Prompt]:
    """Every version of a question, oldest first; `first` is the id of the first version."""
    statement = (
        select(Prompt)
        .where(or_(Prompt.id == first, Prompt.lineage_id == first))
        .order_by(Prompt.version, Prompt.id)
    )
    return (await session.scalars(statement)).all()


async def successor(session: AsyncSession, row: Prompt) -> Prompt | None:
    """The version in use of a question that was replaced."""
    first = row.lineage_id or row.id
    return await session.scalar(
        select(Prompt)
        .where(or_(Prompt.id == first, Prompt.lineage_id == first), Prompt.status != "superseded")
        .limit(1)
    )


async def all_of(session: AsyncSession, brand_id: UUID) -> Sequence[Prompt]:
    """Every question ever stored for a brand."""
    statement = select(Prompt).where(Prompt.brand_id == brand_id, QUESTION).order_by(Prompt.id)
    return (await session.scalars(statement)).all()


async def page(
    session: AsyncSession, brand_id: UUID, chosen: PromptFilter, after: UUID | None, limit: int
) -> Sequence[Prompt]:
    """Up to `limit` prompts in the filter's order, starting after the given key."""
    column, down = SORTS[chosen.sort.removeprefix("-")], chosen.sort.startswith("-")
    statement = select(Prompt).where(_matching(brand_id, chosen)).limit(limit)
    if after is not None:
        statement = statement.where(after_key(column, Prompt.id, after, down=down))
    return (await session.scalars(ordered(statement, column, Prompt.id, down=down))).all()


async def count(session: AsyncSession, brand_id: UUID, chosen: PromptFilter) -> int:
    """How many prompts match a filter."""
    statement = select(func.count()).select_from(Prompt).where(_matching(brand_id, chosen))
    return await session.scalar(statement) or 0


async def last_position(session: AsyncSession, brand_id: UUID) -> int:
    """The last position in the panel; -1 if the panel is empty."""
    last = await session.scalar(
        select(func.max(Prompt.position)).where(Prompt.brand_id == brand_id)
    )
    return -1 if last is None else last


async def upsert(
    session: AsyncSession, rows: Sequence[Mapping[str, Any]], *, renewed: Sequence[str]
) -> None:
    """Store prompts by key; for existing ones, update only the `renewed` columns."""
    for start in range(0, len(rows), _INSERTED):
        statement = insert(Prompt).values([dict(row) for row in rows[start : start + _INSERTED]])
        await session.execute(
            statement.on_conflict_do_update(
                index_elements=["workspace_id", "brand_id", "key"],
                set_={name: statement.excluded[name] for name in renewed},
            )
            if renewed
            else statement.on_conflict_do_nothing(
                index_elements=["workspace_id", "brand_id", "key"]
            )
        )


async def take_in(session: AsyncSession, brand_id: UUID, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store many prompts of a brand at once; one with a known key moves to its new position."""
    if rows:
        values = json.dumps([{**row, "id": str(row["id"])} for row in rows])
        await session.execute(_TAKE_IN, {"brand": brand_id, "rows": values})


async def retire(session: AsyncSession, brand_id: UUID, kept: Iterable[str]) -> None:
    """Remove generated prompts whose key is not in `kept` from the panel."""
    await session.execute(
        update(Prompt)
        .where(
            Prompt.brand_id == brand_id,
            Prompt.origin == "generated",
            Prompt.key.not_in(list(kept)),
        )
        .values(position=None)
    )


async def topics(session: AsyncSession, brand_id: UUID) -> Sequence[tuple[str, int, int]]:
    """(topic, active prompts, paused prompts) of a brand, sorted by topic."""
    statement = (
        select(
            Prompt.topic,
            func.count().filter(Prompt.status == "active"),
            func.count().filter(Prompt.status == "paused"),
        )
        .where(Prompt.brand_id == brand_id, Prompt.status.in_(LISTED), QUESTION)
        .group_by(Prompt.topic)
        .order_by(func.lower(Prompt.topic), Prompt.topic)
    )
    return [(name, active, paused) for name, active, paused in await session.execute(statement)]


async def rename_topic(session: AsyncSession, brand_id: UUID, old: str, new: str) -> int:
    """Move every prompt of a topic, including older versions; returns how many were moved."""
    renamed = await session.scalars(
        update(Prompt)
        .where(Prompt.brand_id == brand_id, Prompt.topic == old, QUESTION)
        .values(topic=new)
        .returning(Prompt.id)
    )
    return len(renamed.all())


def _matching(brand_id: UUID, chosen: PromptFilter) -> ColumnElement[bool]:
    tests: list[ColumnElement[bool]] = [
        Prompt.brand_id == brand_id,
        QUESTION,
        Prompt.status.in_(chosen.statuses),
    ]
    if chosen.intents:
        tests.append(Prompt.intent.in_(chosen.intents))
    if chosen.topic is not None:
        tests.append(Prompt.topic == chosen.topic)
    if chosen.branded is not None:
        tests.append(Prompt.branded.is_(chosen.branded))
    if chosen.q:
        tests.append(contains(Prompt.text, chosen.q) | contains(Prompt.topic, chosen.q))
    return and_(*tests)


async def with_text(session: AsyncSession, brand_id: UUID, folded: str) -> Sequence[Prompt]:
    """Questions of a brand with the same folded text, whatever their status, oldest first."""
    statement = (
        select(Prompt)
        .where(Prompt.brand_id == brand_id, Prompt.folded == folded, QUESTION)
        .order_by(Prompt.id)
    )
    return (await session.scalars(statement)).all()
