"""SQL statements for alert rules and the alerts they raised."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.messaging.models import AlertEvent, AlertRule


async def rules(session: AsyncSession) -> Sequence[Row[AlertRule, datetime | None]]:
    """(rule, when it last fired), newest first."""
    spoken = (
        select(func.max(AlertEvent.created_at))
        .where(AlertEvent.rule_id == AlertRule.id, AlertEvent.outcome == "sent")
        .scalar_subquery()
    )
    statement = select(AlertRule, spoken).where(AlertRule.deleted_at.is_(None))
    return (await session.execute(statement.order_by(AlertRule.id.desc()))).all()


async def find_rule(
    session: AsyncSession, rule_id: UUID, *, deleted: bool = False
) -> AlertRule | None:
    """A rule, freshly read."""
    statement = select(AlertRule).where(AlertRule.id == rule_id)
    if not deleted:
        statement = statement.where(AlertRule.deleted_at.is_(None))
    found = await session.execute(statement.execution_options(populate_existing=True))
    return found.scalar_one_or_none()


async def insert(session: AsyncSession, row: AlertRule) -> None:
    """Store a new rule."""
    session.add(row)
    await session.flush()
    await session.refresh(row)


async def update_rule(session: AsyncSession, rule_id: UUID, **values: Any) -> None:
    """Update columns of a rule."""
    await session.execute(update(AlertRule).where(AlertRule.id == rule_id).values(**values))


async def active_rules(session: AsyncSession, brand_id: UUID) -> Sequence[AlertRule]:
    """Active rules for a brand, locked until the transaction ends."""
    statement = (
        select(AlertRule)
        .where(
            AlertRule.active,
            AlertRule.deleted_at.is_(None),
            or_(AlertRule.brand_id.is_(None), AlertRule.brand_id == brand_id),
        )
        .order_by(AlertRule.id)
        .with_for_update()
    )
    return (await session.scalars(statement)).all()


async def spoken_since(
    session: AsyncSession, rule_id: UUID, brand_id: UUID, since: datetime
) -> bool:
    """Whether the rule fired for the brand after the given time."""
    statement = select(AlertEvent.id).where(
        AlertEvent.rule_id == rule_id,
        AlertEvent.brand_id == brand_id,
        AlertEvent.outcome == "sent",
        AlertEvent.created_at > since,
    )
    return (await session.scalars(statement.limit(1))).first() is not None


async def add_event(session: AsyncSession, **values: Any) -> UUID | None:
    """Store the alert a rule raised for a run; None if the rule has already evaluated that run."""
    statement = upsert(AlertEvent).values(id=new_id(), **values).on_conflict_do_nothing()
    return (await session.execute(statement.returning(AlertEvent.id))).scalar_one_or_none()


async def event(session: AsyncSession, event_id: UUID) -> Row[AlertEvent, AlertRule] | None:
    """An alert, with its rule."""
    statement = select(AlertEvent, AlertRule).join(AlertRule, AlertRule.id == AlertEvent.rule_id)
    return (await session.execute(statement.where(AlertEvent.id == event_id))).one_or_none()


async def history(
    session: AsyncSession, limit: int, after: UUID | None
) -> Sequence[Row[AlertEvent, str]]:
    """(alert, the rule's name), newest first, older than `after`."""
    statement = select(AlertEvent, AlertRule.name).join(
        AlertRule, AlertRule.id == AlertEvent.rule_id
    )
    if after is not None:
        statement = statement.where(AlertEvent.id < after)
    return (await session.execute(statement.order_by(AlertEvent.id.desc()).limit(limit))).all()
