"""SQL statements for the branding of reports."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql import func

from presence.domains.publishing.models.branding import ReportBranding


async def find_branding(session: AsyncSession) -> ReportBranding | None:
    """The bound workspace's row."""
    statement = select(ReportBranding).execution_options(populate_existing=True)
    return (await session.execute(statement)).scalar_one_or_none()


async def keep(
    session: AsyncSession, name: str, colour: str, logo: bytes | None, logo_type: str | None
) -> None:
    """Store the bound workspace's row."""
    values = {"name": name, "colour": colour, "logo": logo, "logo_type": logo_type}
    statement = insert(ReportBranding).values(**values)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[ReportBranding.workspace_id],
            set_={**values, "changed_at": func.now()},
        )
    )
